/** The used parts of the package, which has no types. Source: its README and validation.schema.json. */
declare module 'gltf-validator' {
  interface ValidationMessage {
    readonly code: string;
    readonly message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    readonly severity: number;
    readonly pointer?: string;
  }
  interface ValidationReport {
    /** `truncated` if there were more than `maxIssues`: the validator stops there. */
    readonly issues: { readonly messages: readonly ValidationMessage[]; readonly truncated: boolean };
  }
  export function validateString(
    json: string,
    options: { readonly maxIssues: number; readonly writeTimestamp: boolean; readonly ignoredIssues: readonly string[] },
  ): Promise<ValidationReport>;
}
