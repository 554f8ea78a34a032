/**
 * Files that a plugin may import as they are; `specimen build` puts them into the bundle. TypeScript wants
 * each pattern written out; a test compares them with what the build takes.
 */

declare module '*.txt' {
  const text: string
  export default text
}

declare module '*.csv' {
  const text: string
  export default text
}

declare module '*.glsl' {
  const text: string
  export default text
}

declare module '*.wgsl' {
  const text: string
  export default text
}

declare module '*.pdb' {
  const text: string
  export default text
}

declare module '*.xyz' {
  const text: string
  export default text
}

declare module '*.bin' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

declare module '*.stl' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
