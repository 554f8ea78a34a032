/** The imports and exports of a WebAssembly module, as Node reads them. */

/** A name that a module exports. */
export interface ExportedName {
  readonly name: string
  readonly kind: string
}

/** A name that a module imports from another. */
export interface ImportedName extends ExportedName {
  readonly module: string
}

/** The names on both sides of a module. */
export interface WasmNames {
  readonly imports: readonly ImportedName[]
  readonly exports: readonly ExportedName[]
}

/** WebAssembly as far as names need it. */
interface Engine {
  readonly Module: (new (
    bytes: Uint8Array,
  ) => object) & {
    imports(module: object): readonly ImportedName[]
    exports(module: object): readonly ExportedName[]
  }
  readonly CompileError: new (...args: never[]) => Error
}

// Node has it, and TypeScript declares it among the types of pages alone.
const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine }

/** Returns the names of a module; null for bytes that Node cannot compile. */
export function readWasmNames(bytes: Uint8Array): WasmNames | null {
  try {
    const module = new engine.Module(bytes)
    return { imports: engine.Module.imports(module), exports: engine.Module.exports(module) }
  } catch (error) {
    if (error instanceof engine.CompileError) return null
    throw error
  }
}
