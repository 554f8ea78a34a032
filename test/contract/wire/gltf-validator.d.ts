/** The part of Khronos' glTF validator that tests use; the package has no types of its own. */
declare module 'gltf-validator' {
  /** Severity 0 is an error, 1 a warning, 2 information, 3 a hint. */
  export function validateBytes(data: Uint8Array): Promise<{
    readonly issues: { readonly messages: readonly { readonly code: string; readonly severity: number }[] }
  }>
}
