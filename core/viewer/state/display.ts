/**
 * How a result is drawn: plain settings that a link can carry. Each kind of result looks at those that
 * concern it; the others keep their values.
 */
import type { ColormapName } from '../color/colormaps.ts'

/** Three numbers along x, y and z. */
export type Vector3 = readonly [x: number, y: number, z: number]

/** A part of an axis of the bounding box, as fractions from 0 to 1. */
export type Slab = readonly [from: number, to: number]

/** A free clipping plane. */
export interface ClipPlane {
  /** Points to the side that is kept; of length 1. */
  readonly normal: Vector3
  /** From -1 to 1: distance from the middle of the bounding box, in halves of its diagonal. */
  readonly offset: number
}

/** Everything that can be set about how a result is drawn. */
export interface Display {
  /** Which axis of the data points up. */
  readonly up: 'y' | 'z'
  readonly axes: boolean
  /** The bounding box with its lengths. */
  readonly box: boolean

  /** Of meshes: normals of the vertices, or one for each triangle. */
  readonly shading: 'smooth' | 'flat'
  readonly wireframe: boolean

  /** Of volumes: transfer function, brightest sample, or surface. */
  readonly rendering: 'direct' | 'maximum' | 'isosurface'
  /** Of an isosurface, in the data's own values; what parts the values within the window best when null. */
  readonly isovalue: number | null
  /** Factor on the opacity of direct rendering. */
  readonly density: number
  /** Where the three orthogonal slices are, as fractions of the box; null for none. */
  readonly slices: Vector3 | null

  /** Of point clouds: diameter in pixels. */
  readonly pointSize: number
  /** Of point clouds and meshes that have colours: theirs, or one for all; `scalar` for the colormap. */
  readonly colorBy: 'own' | 'scalar' | 'plain'

  /** Of what is drawn by a colormap: the values at its two ends; the data's own range when null. */
  readonly window: readonly [low: number, high: number] | null
  /** The one that suits the result when null. */
  readonly colormap: ColormapName | null
  readonly isInverted: boolean

  /** What is kept along x, y and z. */
  readonly slabs: readonly [x: Slab, y: Slab, z: Slab]
  readonly plane: ClipPlane | null
}

/** How a result is drawn before anybody has changed anything. */
export const defaultDisplay: Display = {
  up: 'z',
  axes: true,
  box: false,
  shading: 'smooth',
  wireframe: false,
  rendering: 'direct',
  isovalue: null,
  density: 1,
  slices: null,
  pointSize: 3,
  colorBy: 'own',
  window: null,
  colormap: null,
  isInverted: false,
  slabs: [
    [0, 1],
    [0, 1],
    [0, 1],
  ],
  plane: null,
}
