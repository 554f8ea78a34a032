/** The settings of the picture, which a link can carry. Each kind of result uses its own. */
import type { PartColor } from '../domain/result/scene.ts'
import type { ColormapName } from './colormaps.ts'
import type { OpacityCurve } from './opacity-curve.ts'
import type { SolidColor } from './solid-colors.ts'

/** Three numbers along x, y and z. */
export type Vector3 = readonly [x: number, y: number, z: number]

/** A part of an axis of the bounding box, as fractions from 0 to 1. */
export type Slab = readonly [from: number, to: number]

/** A free clipping plane. */
export interface ClipPlane {
  /** Normal to the kept side; of length 1. */
  readonly normal: Vector3
  /** Distance from the middle of the bounding box, -1 to 1, in halves of its diagonal. */
  readonly offset: number
}

/** The colour of an isosurface: that of its value in the colormap, or another. */
export type SurfaceColor = 'map' | SolidColor

/** Most isosurfaces in a picture. */
export const mostSurfaces = 4

/** The largest factor of slices. */
export const mostZoom = 50

/** The way of a part from its place to where a view shows it, in the coordinates of the scene. */
export interface PartMove {
  /** The way of the middle of its box. */
  readonly shift: Vector3
  /** Its turn around that middle: the axis, which is as long as the angle in degrees. */
  readonly turn: Vector3
}

/** The settings of a part of a scene in a view. An absent one is as the part's look says. */
export interface PartSetting extends Partial<PartValues> {
  readonly name: string
  /** From 0 (clear) to 1. */
  readonly opacity?: number
  readonly hidden?: boolean
  /** In place of the part's own colours; `colorBy` still chooses between these and those of its values. */
  readonly color?: PartColor
  /** True for a part that no clip plane and no slab cuts. */
  readonly isWhole?: boolean
  /** Where the view shows it; absent for its place in the data. */
  readonly move?: PartMove
}

/** Settings of values, which each part of a scene has for itself. */
export type PartValues = Pick<
  Display,
  'window' | 'colormap' | 'isInverted' | 'rendering' | 'isovalue' | 'colorBy'
>

/** The settings of how a result is drawn. */
export interface Display {
  /** The axis of the data that points up. */
  readonly up: 'y' | 'z'
  /** The direction from a result to an untouched camera, which fits it; null for the usual one. */
  readonly from: Vector3 | null
  /** Solid results: nearer parts are larger, or all have one scale. */
  readonly projection: 'perspective' | 'orthographic'
  readonly axes: boolean
  readonly box: boolean

  /** Meshes: normals of the vertices, or one for each triangle; meshes and points: colours without light. */
  readonly shading: 'smooth' | 'flat' | 'none'
  /**
   * Meshes without normals: the angle between two triangles, in degrees, from which the edge between them is
   * hard; 0 for hard edges everywhere, 180 for none.
   */
  readonly creaseAngle: number
  /** Meshes: lines at angles and borders; and around all triangles. */
  readonly edges: boolean
  readonly wireframe: boolean
  /** Meshes: 0 for a mirror to 1 for chalk. */
  readonly roughness: number
  readonly meshOpacity: number
  /** Meshes at rest: creases are darker; `auto` where a graphics card draws. */
  readonly occlusion: 'auto' | 'on' | 'off'

  /** Volumes: transfer function, highest, lowest or mean sample of a ray, or surfaces. */
  readonly rendering: 'direct' | 'maximum' | 'minimum' | 'mean' | 'isosurface'
  /** Isosurfaces: at most four values of the data; null for those that best separate it. */
  readonly isovalue: readonly number[] | null
  /** Isosurfaces: the colour of each, `map` for that of its value; null for those that suit the colormap. */
  readonly surfaceColors: readonly SurfaceColor[] | null
  /** Volumes: the steps between the ends of the window; null for those that suit the values. */
  readonly scale: 'linear' | 'log' | null
  /** Volumes: the value in the middle of a diverging colormap; null for 0 if the data have both signs. */
  readonly center: number | null
  /** Volumes: the opacity along the window; null for the curve that suits the values. */
  readonly opacity: OpacityCurve | null
  readonly density: number
  /** The place of the three orthogonal slices, as fractions of the box; null for none. */
  readonly slices: Vector3 | null
  /** The slice in the place of the picture, by its axes of the data; null for the three below it. */
  readonly large: 'xy' | 'xz' | 'yz' | null
  /** Anatomical slices: the patient's left on the right, as in radiology, or on the left. */
  readonly patientSide: 'neurological' | 'radiological'
  /** The factor of all slices, and the place in their middle as fractions of the box; null for the whole. */
  readonly zoom: readonly [factor: number, x: number, y: number, z: number] | null

  /** Point clouds: factor of the diameter, which follows from the spacing; or the diameter in pixels. */
  readonly pointScale: number
  readonly pointSize: number | null
  /** Point clouds and meshes with colours: theirs, or one for all; `scalar` for the colormap. */
  readonly colorBy: 'own' | 'scalar' | 'plain'
  /** Point clouds and meshes: the one for all. */
  readonly solidColor: SolidColor

  /** The values at the two ends of the colormap; null for the data's own range, volumes without outliers. */
  readonly window: readonly [low: number, high: number] | null
  /** Null for the one that suits the result. */
  readonly colormap: ColormapName | null
  readonly isInverted: boolean
  /** A volume over another. */
  readonly overlayOpacity: number
  readonly overlayColormap: ColormapName

  /** Scenes: the parts that differ from their looks; null for none. */
  readonly parts: readonly PartSetting[] | null

  readonly slabs: readonly [x: Slab, y: Slab, z: Slab]
  readonly plane: ClipPlane | null
}

/** The initial settings. */
export const defaultDisplay: Display = {
  up: 'z',
  from: null,
  projection: 'perspective',
  axes: true,
  box: false,
  shading: 'smooth',
  creaseAngle: 40, // corners of a 10-sided prism are round
  edges: false,
  wireframe: false,
  roughness: 0.5,
  meshOpacity: 1,
  occlusion: 'auto',
  rendering: 'direct',
  isovalue: null,
  surfaceColors: null,
  scale: null,
  center: null,
  opacity: null,
  density: 1,
  slices: null,
  large: null,
  patientSide: 'neurological',
  zoom: null,
  pointScale: 1,
  pointSize: null,
  colorBy: 'own',
  solidColor: 'clay',
  window: null,
  colormap: null,
  isInverted: false,
  overlayOpacity: 0.6,
  overlayColormap: 'inferno',
  parts: null,
  slabs: [
    [0, 1],
    [0, 1],
    [0, 1],
  ],
  plane: null,
}
