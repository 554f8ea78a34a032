import { Group, type Material, type Object3D, type Ray, ShaderMaterial } from 'three'
import type { Display, PartMove } from '../../contract/look/display.ts'
import { findPartLook, type ShownLook, toPartDisplay } from '../../contract/look/part-look.ts'
import { findShownPlace } from '../../data/prepared/prepare-scene.ts'
import type { PreparedPart, PreparedScenePart } from '../../data/prepared/prepared.ts'
import type { Hit } from './hit.ts'
import { createPeeled, listMaterials, type PeeledMaterial, type PeelUniforms } from './peel.ts'
import { noPlacement, Placement } from './placement.ts'
import type { PartDisplay, ResultView } from './view.ts'

/** A part of a scene with its view, below an object that has its place in the scene. */
export class PartView {
  readonly part: PreparedScenePart
  readonly view: ResultView
  readonly holder: Object3D
  readonly #own: Placement
  readonly #peel: PeelUniforms
  readonly #materials = new Map<Material, PeeledMaterial>()
  #placement: Placement
  #shown: PreparedScenePart
  #move: PartMove | undefined
  #opacity = 0
  #isWhole = false

  constructor(part: PreparedScenePart, view: ResultView, peel: PeelUniforms) {
    this.part = part
    this.view = view
    this.#peel = peel
    this.holder = new Group().add(view.object)
    this.holder.matrixAutoUpdate = false
    this.#own = part.place ? new Placement(part.place) : noPlacement
    this.#placement = this.#own
    this.#shown = part
    this.holder.matrix.copy(this.#own.matrix)
  }

  /** Its place in the scene, where a view shows it. */
  get placement(): Placement {
    return this.#placement
  }

  /** The part at that place. */
  get shown(): PreparedScenePart {
    return this.#shown
  }

  /** 0 for a part that is off. */
  get opacity(): number {
    return this.#opacity
  }

  /** True for one that clip planes leave whole. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Applies a display. Returns whether light passes its surfaces: these are peeled unless `isSorted`. */
  apply(display: Display, isSorted: boolean): boolean {
    const { part, view, holder } = this
    const look = findPartLook(part, display.parts)
    const opacity = look.isShown ? look.opacity : 0
    this.#opacity = opacity
    this.#isWhole = look.isWhole
    if (look.move !== this.#move) this.#stand(display.parts)
    this.#move = look.move
    holder.visible = opacity > 0
    const isClear = opacity > 0 && isTranslucent(part.prepared, display, opacity)
    const isPeeled = isClear && !isSorted
    if (!isPeeled) for (const material of this.#materials.values()) material.restore()
    view.apply(toDrawnDisplay(part, display, look))
    if (isPeeled) this.#peelAll(display)
    return isClear
  }

  /** Puts it where a view shows it. */
  #stand(settings: Display['parts']): void {
    const { part } = this
    const place = findShownPlace(part, settings)
    const isMoved = place && place !== part.place
    this.#shown = isMoved ? { ...part, place } : part
    this.#placement = isMoved ? new Placement(place) : this.#own
    this.holder.matrix.copy(this.#placement.matrix)
    this.holder.matrixWorldNeedsUpdate = true
  }

  /** Takes a ray of the scene. A hit is where the part is seen. */
  pick(ray: Ray, tolerance: number): Hit | null {
    // A tolerance is for each unit along, which the place scales alike.
    const hit = this.holder.visible ? this.view.pick(this.#placement.toSpecimenRay(ray), tolerance) : null
    if (!hit) return null
    const placeInData = this.#move && this.#own.toScene(hit.place)
    return {
      ...hit,
      place: this.#placement.toScene(hit.place),
      part: this.part.name,
      ...(hit.normal && { normal: this.#own.toSceneNormal(hit.normal) }),
      ...(placeInData && { placeInData }),
    }
  }

  #peelAll({ meshOpacity }: Display): void {
    const isLit = hasMeshOpacity(this.part.prepared)
    for (const material of listMaterials(this.view.object)) {
      const known = this.#materials.get(material) ?? createPeeled(material, this.#peel)
      this.#materials.set(material, known)
      const isSurface = isLit && material instanceof ShaderMaterial // which has its opacity by the display
      known.peel(isSurface ? 1 : this.#opacity * (isLit ? meshOpacity : 1))
    }
  }
}

function hasMeshOpacity({ type }: PreparedPart): boolean {
  return type === 'mesh' || type === 'arrows'
}

function isTranslucent(prepared: PreparedPart, { meshOpacity }: Display, opacity: number): boolean {
  if (prepared.type === 'volume') return false
  const hasAlpha = prepared.type === 'image' && prepared.result.channels % 2 === 0
  return hasAlpha || opacity * (hasMeshOpacity(prepared) ? meshOpacity : 1) < 1
}

/** Returns the settings of a part, of which its opacity is a factor. */
function toDrawnDisplay(
  { look, prepared: { type } }: PreparedScenePart,
  display: Display,
  shown: ShownLook,
): PartDisplay {
  const own = toPartDisplay(display, shown)
  return {
    ...own,
    color: shown.color,
    width: look?.width,
    meshOpacity: own.meshOpacity * shown.opacity,
    density: type === 'volume' ? own.density * shown.opacity : own.density,
  }
}
