import type { Mesh, PointCloud, Volume } from 'specimen-host/plugin'

/** @param x - One of two. @default {"specimen": "head"} */
export function dataKinds(x: Mesh | PointCloud, y: Volume | null = null): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
