/**
 * Files that a plugin may import as they are; `specimen build` puts them into the bundle. TypeScript ignores
 * `with { type: 'text' }` and decides by the ending, so each is written out here; a test compares them with
 * those of the build.
 */

declare module '*.txt' {
  const text: string
  export default text
}

declare module '*.csv' {
  const text: string
  export default text
}

declare module '*.tsv' {
  const text: string
  export default text
}

declare module '*.glsl' {
  const text: string
  export default text
}

declare module '*.vert' {
  const text: string
  export default text
}

declare module '*.frag' {
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

declare module '*.cif' {
  const text: string
  export default text
}

declare module '*.xyz' {
  const text: string
  export default text
}

declare module '*.mol' {
  const text: string
  export default text
}

declare module '*.sdf' {
  const text: string
  export default text
}

declare module '*.obj' {
  const text: string
  export default text
}

declare module '*.off' {
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
