/** The parts of WebAssembly that are used here. Node has it; its types do not, and those of the DOM are not for this folder. */
declare namespace WebAssembly {
  type Module = object;
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** An exported i64 global. */
  interface Counter {
    value: bigint;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Global: new (...unused: never[]) => Counter;
  const Instance: new (module: Module, imports: Imports) => Instance;
  const compile: (bytes: Uint8Array<ArrayBuffer>) => Promise<Module>;
}
