import { Group, type Mesh, type Plane, type Ray, Vector3, type WebGLRenderer } from 'three'
import { joinBoxes } from '../../contract/look/box.ts'
import type { HalfSpace } from '../../contract/look/clip.ts'
import type { Display } from '../../contract/look/display.ts'
import { findSceneBounds } from '../../data/prepared/prepare-scene.ts'
import type { Bounds, PreparedPart, PreparedScene, PreparedScenePart } from '../../data/prepared/prepared.ts'
import type { Hit } from './hit.ts'
import { SceneBox } from './scene-headset.ts'
import type { ShownVolume } from './scene-march.ts'
import { PartView } from './scene-parts.ts'
import { ScenePasses } from './scene-passes.ts'
import { mostVolumes } from './scene-shader.ts'
import { joinUploads } from './upload-parts.ts'
import type { ComposedPicture, FrameShape, ResultView } from './view.ts'

/**
 * Draws the parts of a scene in one space, each by its own view. Volumes and translucent surfaces are drawn
 * together, in passes of their own; a scene without any is drawn at once.
 */
export function createSceneView(
  { parts, bounds }: PreparedScene,
  createPart: (prepared: PreparedPart) => ResultView,
): ResultView {
  const passes = new ScenePasses()
  const all = parts.map((part) => new PartView(part, createPart(part.prepared), passes.peel))
  return new SceneView(all, bounds, passes)
}

class SceneView implements ResultView {
  readonly object = new Group()
  readonly bounds: Bounds
  readonly projection: ResultView['projection']
  readonly byteLength: number
  readonly movingResolution?: number
  readonly upload: ResultView['upload']
  readonly #all: readonly PartView[]
  readonly #passes: ScenePasses
  readonly #solid = new Group()
  readonly #clear = new Group()
  /** Stands beside the scene: three would draw each box alone. */
  readonly #volumes = new Group()
  #box: SceneBox | null = null
  #shown: readonly PreparedScenePart[]
  #shownBounds: Bounds
  #display: Display | null = null
  /** What clips the parts that are not whole. */
  #clipping: { readonly kept: readonly HalfSpace[]; readonly planes: readonly Plane[] } | null = null
  #frame: FrameShape = { isMoving: false, isStereo: false, pixelRatio: 1, width: 1, height: 1 }

  constructor(all: readonly PartView[], bounds: PreparedScene['bounds'], passes: ScenePasses) {
    const views = all.map(({ view }) => view)
    const resolutions = views.flatMap(({ movingResolution }) => movingResolution ?? [])
    this.#all = all
    this.#passes = passes
    this.bounds = bounds
    this.#shown = all.map(({ part }) => part)
    this.#shownBounds = bounds
    // Rows are where their table's picture is.
    const seen = all.filter(({ part }) => part.prepared.type !== 'table')
    const isFlat = seen.length > 0 && seen.every(({ view }) => view.projection === 'flat')
    this.projection = isFlat ? 'flat' : 'chosen'
    this.byteLength = views.reduce((total, { byteLength }) => total + byteLength, 0)
    if (resolutions.length > 0) this.movingResolution = Math.min(...resolutions)
    this.upload = joinUploads(...views.map(({ upload }) => upload))
    this.object.add(this.#solid, this.#clear, passes.sheet)
    this.#volumes.matrixAutoUpdate = false
    for (const { view, holder } of all) if (view.volume) this.#volumes.add(holder)
  }

  apply(display: Display): void {
    this.#display = display
    for (const part of this.#all) {
      const isClear = part.apply(display, this.#frame.isStereo)
      if (!part.view.volume) (isClear ? this.#clear : this.#solid).add(part.holder)
    }
    this.#passes.march.take(this.#listVolumes())
    this.#enclose()
    this.#clipAll()
  }

  /** The box around the scene, and around its parts where a view shows them; the same for the same. */
  get shownBounds(): Bounds {
    return this.#shownBounds
  }

  /** Encloses the parts again where one has been moved. */
  #enclose(): void {
    const shown = this.#all.map((part) => part.shown)
    if (shown.every((part, i) => part === this.#shown[i])) return
    this.#shown = shown
    const isMoved = shown.some((part, i) => part !== this.#all[i]?.part)
    this.#shownBounds = isMoved ? joinBoxes(this.bounds, findSceneBounds(shown)) : this.bounds
    this.#box?.hold(this.#findVolumeBounds())
  }

  #findVolumeBounds(): Bounds {
    return findSceneBounds(this.#all.flatMap(({ view, shown }) => (view.volume ? [shown] : [])))
  }

  clip(kept: readonly HalfSpace[], planes: readonly Plane[]): void {
    this.#clipping = { kept, planes }
    this.#clipAll()
  }

  #clipAll(): void {
    if (!this.#clipping) return
    const { kept, planes } = this.#clipping
    for (const { view, placement, isWhole } of this.#all) {
      if (isWhole) view.clip([], [])
      else view.clip(placement.toSpecimenSpaces(kept), planes)
    }
  }

  prepareFrame(frame: FrameShape): void {
    const isOther = frame.isStereo !== this.#frame.isStereo
    this.#frame = { ...frame }
    if (isOther && this.#display) this.apply(this.#display)
    if (this.#box) this.#box.mesh.visible = frame.isStereo
    for (const { view } of this.#all) view.prepareFrame(frame)
  }

  /** Made when a headset first asks for it. */
  get volumeBox(): Mesh | undefined {
    if (this.#volumes.children.length === 0) return undefined
    if (!this.#box) {
      const place = () => this.#placeVolumes()
      this.#box = new SceneBox(this.#findVolumeBounds(), { solid: this.#solid, place })
      this.object.add(this.#box.mesh)
    }
    return this.#box.mesh
  }

  compose(renderer: WebGLRenderer, picture: ComposedPicture): boolean {
    const volumes = this.#placeVolumes()
    if (this.#clear.children.length === 0 && volumes.every(({ opacity }) => opacity === 0)) return false
    this.#passes.draw(renderer, picture, { clear: this.#clear, volumes, frame: this.#frame })
    return true
  }

  pick(ray: Ray, tolerance: number): Hit | null {
    const hits = this.#all.flatMap((part) => part.pick(ray, tolerance) ?? [])
    const far = (hit: Hit): number => ray.origin.distanceTo(new Vector3(...hit.place))
    return hits.reduce<Hit | null>((best, hit) => (best && far(best) <= far(hit) ? best : hit), null)
  }

  dispose(): void {
    for (const { view } of this.#all) view.dispose()
    this.#passes.dispose()
    this.#box?.dispose()
  }

  /** Returns the volumes of the march: all, or of too many the first that are shown. */
  #listVolumes(): readonly ShownVolume[] {
    const found = this.#all.flatMap(({ view: { volume }, opacity }) => (volume ? [{ volume, opacity }] : []))
    if (found.length <= mostVolumes) return found
    return found.filter(({ opacity }) => opacity > 0).slice(0, mostVolumes)
  }

  #placeVolumes(): readonly ShownVolume[] {
    this.object.updateWorldMatrix(true, false)
    this.#volumes.matrix.copy(this.object.matrixWorld)
    this.#volumes.updateMatrixWorld(true)
    return this.#listVolumes()
  }
}
