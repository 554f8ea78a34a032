import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { Picture } from './picture.ts'
import type { Rig } from './rig.ts'
import { createShownPicture, type ShownPicture } from './shown-picture.ts'
import { fetchViews } from './views.ts'

/** A result on its way to the card. */
interface Coming {
  readonly prepared: Prepared
  readonly answer: Deferred<boolean>
  /** Null until the scripts of its kind are here. */
  picture: ShownPicture | null
}

/** The parts of a stage that a picture needs on its way to the card. */
export interface ArrivalPlace {
  readonly rig: Rig
  /** Another one after the loss of the graphics context. */
  readonly picture: () => Picture
  readonly adjust: (coming: ShownPicture) => void
  /** Called with a picture that the card has; from then on the stage owns it. */
  readonly present: (coming: ShownPicture) => void
}

/** The next picture of a stage, until the card has it: the last one that was asked for, and no other. */
export class Arrivals {
  readonly #place: ArrivalPlace
  #coming: Coming | null = null

  constructor(place: ArrivalPlace) {
    this.#place = place
  }

  /** The end of the current arrival; undefined without one. */
  get ended(): Promise<boolean> | undefined {
    return this.#coming?.answer.promise
  }

  /** Resolves to true when it is presented, to false when another one takes its place, or none. */
  async bring(prepared: Prepared): Promise<boolean> {
    this.drop()
    const answer = createDeferred<boolean>()
    this.#begin(prepared, answer)
    return await answer.promise
  }

  drop(): void {
    this.#coming?.picture?.view.dispose()
    this.#coming?.answer.resolve(false)
    this.#coming = null
  }

  /** Frees what was loading when the context was lost. */
  lose(): void {
    this.#coming?.picture?.view.dispose()
  }

  /** Loads it again after the return of the context. */
  bringAgain(): void {
    if (this.#coming) this.#begin(this.#coming.prepared, this.#coming.answer)
  }

  #begin(prepared: Prepared, answer: Deferred<boolean>): void {
    this.#coming = { prepared, answer, picture: null }
    void this.#load(this.#coming)
  }

  async #load(coming: Coming): Promise<void> {
    const { prepared, answer } = coming
    const { rig, adjust, present } = this.#place
    const picture = this.#place.picture()
    const isWanted = () => this.#coming === coming && !picture.isLost
    let isPresented = false
    try {
      await fetchViews(prepared)
      if (!isWanted()) return
      const shown = createShownPicture(prepared, picture.card)
      coming.picture = shown
      await picture.take(shown.view, isWanted)
      if (!isWanted()) return
      adjust(shown)
      await picture.compile(rig.camera, shown.view.object, isWanted)
      if (!isWanted()) return
      isPresented = true
      present(shown)
      answer.resolve(true)
    } catch (error) {
      if (!isWanted()) return
      if (!isPresented) coming.picture?.view.dispose()
      answer.reject(error)
    }
    this.#coming = null
  }
}
