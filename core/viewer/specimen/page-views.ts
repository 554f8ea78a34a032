import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { toRoomBeside } from '../../contract/domain/invocation.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { Bounds } from '../../contract/look/box.ts'
import { findSceneBox } from '../../data/prepared/placement.ts'
import type { ComparedView } from '../compare/compared-view.ts'
import {
  addView,
  changeView,
  listViews,
  measureSpaces,
  movePose,
  removeView,
  setLinked,
} from '../compare/views.ts'
import { KeptResults } from '../drive/kept-results.ts'
import { createTried, type Tried } from '../history/tried.ts'
import { findTabStorage } from '../state/tab-storage.ts'
import { alone, type OneView, type ViewState } from '../state/view-state.ts'
import type { OpenedView } from './model/opened-view.ts'
import type { SpecimenModel } from './model/specimen-model.ts'

/** A view of the page, under a key that it keeps while others are added and removed. */
export interface PageView {
  readonly key: number
  readonly view: ReadonlySignal<ViewState>
  readonly id: ReadonlySignal<string>
  readonly params: ReadonlySignal<Params>
  readonly space: ReadonlySignal<Bounds | null>
  readonly onChange: (change: Partial<OneView>) => void
}

/** The views of a page beside each other, and the ways to change them. */
export class PageViews {
  readonly #page: ReadonlySignal<ViewState>
  readonly #onChange: (change: Partial<ViewState>) => void
  readonly #known = new Map<number, PageView>()
  readonly #count = computed(() => this.#page.value.others.length + 1)
  readonly #tried = new Map<string, Tried>()
  #keys: readonly number[] = []

  readonly kept = new KeptResults()
  readonly opened = signal<ReadonlyMap<number, OpenedView>>(new Map())
  /** The same list, and the same view for a key, until one comes or goes. */
  readonly list = computed(() => {
    this.#keys = fitKeys(this.#keys, this.#count.value)
    return this.#keys.map((key) => {
      const view = this.#known.get(key) ?? this.#createView(key)
      this.#known.set(key, view)
      return view
    })
  })
  readonly compared = computed(() =>
    this.list.value.map(({ key, id, params }): ComparedView => {
      const schema = this.opened.value.get(key)?.model.body.value?.schema ?? null
      return { specimenId: id.value, schema, params: params.value }
    }),
  )
  readonly #spaces = computed(() =>
    measureSpaces(
      this.list.value.flatMap(({ key, id }) => {
        const placed = this.opened.value.get(key)?.model.placed.value
        return placed ? [{ id: id.value, bounds: findSceneBox(placed) }] : []
      }),
    ),
  )

  constructor(page: ReadonlySignal<ViewState>, onChange: (change: Partial<ViewState>) => void) {
    this.#page = page
    this.#onChange = onChange
  }

  /** Takes an open view; returns the function that forgets it. */
  open(key: number, view: OpenedView): () => void {
    this.opened.value = new Map(this.opened.peek()).set(key, view)
    return () => {
      this.opened.value = new Map([...this.opened.peek()].filter(([, other]) => other !== view))
    }
  }

  /** Returns what was tried of a specimen, in any of its views. */
  findTried(id: string): Tried {
    const tried = this.#tried.get(id) ?? createTried(id, findTabStorage())
    this.#tried.set(id, tried)
    return tried
  }

  /** Returns the model of the active view; undefined before it is open. */
  findModel(): SpecimenModel | undefined {
    const { key = 0 } = this.list.peek()[this.#page.peek().active] ?? {}
    return this.opened.peek().get(key)?.model
  }

  /** Requests again what was rebuilt, in all views. */
  async reload(functions: readonly string[] | 'any'): Promise<void> {
    for (const { model } of this.opened.peek().values()) await model.reload(functions)
  }

  add(): void {
    this.#onChange(addView(this.#page.peek()))
  }

  remove(key: number): void {
    const place = this.#keys.indexOf(key)
    this.#keys = this.#keys.toSpliced(place, 1)
    this.#known.delete(key)
    this.#onChange(removeView(this.#page.peek(), place))
  }

  setLinked(isLinked: boolean): void {
    const cameras = this.list.peek().map(({ view }) => view.peek().camera)
    this.#onChange(setLinked(this.#page.peek(), isLinked ? null : cameras))
  }

  activate(key: number): void {
    const active = this.#keys.indexOf(key)
    if (active >= 0 && active !== this.#page.peek().active) this.#onChange({ active })
  }

  #findSpace(place: number): Bounds | undefined {
    return this.#spaces.value.get(listViews(this.#page.value)[place]?.specimenId ?? '')
  }

  #createView(key: number): PageView {
    const placeOf = (): number => this.#keys.indexOf(key)
    let [last] = listViews(this.#page.peek())
    const own = computed(() => {
      last = listViews(this.#page.value)[placeOf()] ?? last // it is about to go
      return last
    })
    const toOwnRoom = (room: string): string => (key === 0 ? room : toRoomBeside(room, `view-${key + 1}`))
    const view = computed((): ViewState => {
      const { roomId, isLinked, camera: common, ...rest } = this.#page.value
      const place = placeOf()
      const isMoved = place > 0 && isLinked
      const camera = isMoved ? movePose(common, this.#findSpace(0), this.#findSpace(place)) : own.value.camera
      return { ...rest, ...own.value, ...alone, camera, roomId: toOwnRoom(roomId) }
    })
    const space = computed(() => {
      const { isLinked, others } = this.#page.value
      return others.length > 0 && isLinked ? (this.#findSpace(placeOf()) ?? null) : null
    })
    const id = computed(() => own.value.specimenId ?? '')
    const params = computed(() => own.value.params)
    return { key, view, id, params, space, onChange: (change) => this.#change(placeOf(), change) }
  }

  #change(place: number, change: Partial<OneView>): void {
    const now = this.#page.peek()
    if (place > 0 && now.isLinked && change.camera !== undefined) {
      const camera = movePose(change.camera, this.#findSpace(place), this.#findSpace(0))
      this.#onChange(changeView({ ...now, camera }, place, { ...change, camera: null }))
    } else if (place >= 0) this.#onChange(changeView(now, place, change))
  }
}

/** Returns as many keys: those there are, and the smallest free ones behind them. */
function fitKeys(keys: readonly number[], count: number): readonly number[] {
  if (keys.length === count) return keys
  const fitted = keys.slice(0, count)
  for (let key = 0; fitted.length < count; key++) if (!fitted.includes(key)) fitted.push(key)
  return fitted
}
