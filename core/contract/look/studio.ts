/**
 * The light around meshes: a sky that stays with the specimen, and soft lights that the camera carries. Each
 * is a spherical Gaussian, `color · exp(sharpness · (cos − 1))` in its angle to a direction, which can be
 * blurred by a rough surface in closed form (Wang et al., "All-frequency rendering of dynamic,
 * spatially-varying reflectance", 2009): an environment of a few numbers in place of a texture. Colours are
 * linear.
 */
import type { Vector3 } from './display.ts'

/** Sky and ground, a warm key from the upper left, a cool fill from the right, and a rim from behind. */
export const studio: {
  readonly sky: Vector3
  readonly ground: Vector3
  readonly lights: readonly {
    /** Direction to it, of length 1: to the right, up, and towards the eye. */
    readonly toward: Vector3
    /** Light on a surface that faces it. */
    readonly color: Vector3
    readonly sharpness: number
  }[]
} = {
  sky: [0.2, 0.225, 0.27],
  ground: [0.085, 0.075, 0.07],
  lights: [
    { toward: [-0.526, 0.596, 0.607], color: [0.98, 0.93, 0.86], sharpness: 16 },
    { toward: [0.873, -0.087, 0.48], color: [0.1, 0.125, 0.17], sharpness: 4 },
    { toward: [0.261, 0.697, -0.668], color: [0.34, 0.38, 0.45], sharpness: 8 },
  ],
}

/** The reach of soft lights around a surface, as the cosine behind its horizon. */
export const wrap = 0.15

/** Factors of the colour of a mesh's inner side: warmer and darker. */
export const innerTint: Vector3 = [0.8, 0.55, 0.42]

/**
 * The simpler light in volumes, whose directions need no length of 1: strengths of both lights and of the
 * light from everywhere, of the reflection with its exponent, and the least brightness of what is lit.
 */
export const volumeLight: {
  readonly key: Vector3
  readonly fill: Vector3
  readonly strengths: Readonly<Record<'key' | 'fill' | 'around' | 'shine', number>>
  readonly gloss: number
  readonly leastPaint: number
} = {
  key: [-0.75, 0.85, 0.7],
  fill: [0.9, -0.2, 0.6],
  strengths: { key: 0.95, fill: 0.2, around: 0.16, shine: 0.2 },
  gloss: 32,
  leastPaint: 0.16,
}

/**
 * The light of points: the least brightness of one that is shaded as a ball, and the opacity of the farthest.
 * The colours of values stay near those of the colour bar.
 */
export const pointLight = {
  colors: { leastShade: 0, farAlpha: 0.42 },
  values: { leastShade: 0.8, farAlpha: 1 },
} as const
