import type { File, Mesh } from 'specimen-host/plugin'

type Table = File<'.csv' | '.tar.gz'>

/** @param x - A table. @default {"specimen": "table"} */
export function fileEndings(x: Table | File<'.tsv'>, more?: readonly File<'.csv'>[] | null): Mesh {
  return { vertices: new Float32Array(x.bytes.length + (more?.length ?? 0)), indices: new Uint32Array() }
}
