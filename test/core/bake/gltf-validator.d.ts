/** The part of the validator that the tests use and the sources do not; the package ships no types. */
declare module 'gltf-validator' {
  export function validateBytes(
    bytes: Uint8Array,
    options: { readonly maxIssues: number; readonly writeTimestamp: boolean },
  ): Promise<{
    readonly issues: { readonly messages: readonly { readonly code: string; readonly message: string; readonly severity: number }[] };
  }>;
}
