import type { Camera, IUniform, Mesh, Object3D, Plane, Ray, Scene, WebGLRenderer } from 'three'
import type { PartLook } from '../../contract/domain/result/scene.ts'
import type { HalfSpace } from '../../contract/look/clip.ts'
import type { Display } from '../../contract/look/display.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'
import type { Hit } from './hit.ts'

/** The size of a frame, and whether something turns. */
export interface FrameShape {
  readonly isMoving: boolean
  /** True for the eyes of a headset, whose pictures have to agree. */
  readonly isStereo: boolean
  readonly pixelRatio: number
  readonly width: number
  readonly height: number
}

/** A volume that may be drawn with others. */
export interface MarchedVolume {
  /** Has the way of drawing among the defines of its material. */
  readonly box: Mesh
  readonly uniforms: { readonly [name: string]: IUniform }
  /** Sets the uniforms of the eye and its lights, after the box has its place. */
  aim(camera: Camera): void
}

/** All that stands in a picture beside a view: what is above everything else is drawn last. */
export interface ComposedPicture {
  readonly scene: Scene
  readonly camera: Camera
  readonly others: readonly Object3D[]
}

/** How a view draws: the settings, and for a part of a scene what it has in place of its own. */
export interface PartDisplay extends Display {
  /** sRGB, in place of the content's own colours; undefined for these. */
  readonly color?: PartLook['color']
  /** The width of lines, or the diameter of points, in the content's unit; undefined for the usual one. */
  readonly width?: number | undefined
}

/** One kind of result as objects of three. Each shown result has its own. */
export interface ResultView {
  /** In the specimen's coordinates: at most it is moved, to where its own begin. */
  readonly object: Object3D
  readonly bounds: Bounds
  /** The box with parts that the settings have moved out of it; absent where nothing moves. */
  readonly shownBounds?: Bounds
  /** `flat` is seen straight on, x to the right and y down, and only moved and zoomed. */
  readonly projection: 'flat' | 'chosen'
  readonly byteLength: number
  /** Draws by these settings. Cheap: called for every move of a slider. */
  apply(display: PartDisplay): void
  /**
   * Draws only what all keep: none or `clipPlaneCount`, so that a shader with a loop is compiled once.
   * `planes` are the same in the scene.
   */
  clip(kept: readonly HalfSpace[], planes: readonly Plane[]): void
  /**
   * Uploads the next part; returns whether there was one. Called until there is none before the view is first
   * drawn; absent for small content.
   */
  readonly upload?: ((renderer: WebGLRenderer) => boolean) | undefined
  /**
   * Called before each frame, with its size in pixels of the device. While the camera moves, another frame
   * follows at once, so that a coarser picture will do.
   */
  prepareFrame(frame: FrameShape): void
  /** The part of the pixels along each side that are drawn while the camera moves; 1 when absent. */
  readonly movingResolution?: number
  /** The box of a volume, through which rays are followed: a headset draws fewer of its pixels. */
  readonly volumeBox?: Mesh | undefined
  /** What a march through several volumes takes of one. */
  readonly volume?: MarchedVolume
  /**
   * Draws the picture in passes of its own, and returns true; false where one pass of three will do, and
   * without this.
   */
  compose?(renderer: WebGLRenderer, picture: ComposedPicture): boolean
  /** Takes a ray of the specimen. A point counts as hit within `tolerance` beside it, for each unit along. */
  pick(ray: Ray, tolerance: number): Hit | null
  dispose(): void
}

/** The limits of the graphics card. */
export interface Card {
  readonly textureSize: number
  readonly volumeSize: number
}
