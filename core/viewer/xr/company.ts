import { Vector3 } from 'three'
import type { VisitedScene, Visitor } from '../stage/visitor.ts'
import type { CompanyRoom, RoomCompanion } from './companion.ts'
import { Lead } from './lead.ts'
import { readBody } from './own-body.ts'
import { type PersonFrame, PersonShape } from './person-shape.ts'
import { Rods } from './rods.ts'
import { SpecimenPlace } from './specimen-place.ts'

/** Milliseconds between two poses of this person: the tick of a host. */
const tick = 50
const longestStep = 0.1

/** The things of a company during a session. */
interface Gathering {
  readonly scene: VisitedScene
  /** The same in each frame, with other seconds. */
  readonly frame: PersonFrame & { seconds: number }
}

function isFollowed(person: PersonShape): boolean {
  return person.isFollowed
}

/** The others of a room around the specimen, and this person's head and hands for them. */
export class Company implements Visitor {
  readonly #room: CompanyRoom
  #gathering: Gathering | null = null
  #companions: readonly RoomCompanion[] = []
  readonly #persons = new Map<number, PersonShape>()
  /** The same as a list, as walking through a map makes an object in each frame. */
  #list: readonly PersonShape[] = []
  #last = 0
  #shownAt = Number.NEGATIVE_INFINITY
  readonly #eyes = new Vector3()
  readonly #lead = new Lead()

  constructor(room: CompanyRoom) {
    this.#room = room
  }

  /** Shows these others. */
  meet(companions: readonly RoomCompanion[]): void {
    this.#companions = companions
    const { scene } = this.#gathering ?? {}
    if (!scene) return
    const here = new Set(companions.map(({ peer }) => peer))
    for (const [peer, person] of this.#persons)
      if (!here.has(peer)) {
        person.dispose()
        this.#persons.delete(peer)
      }
    for (const companion of companions) {
      const person = this.#persons.get(companion.peer)
      if (person) person.meet(companion)
      else this.#persons.set(companion.peer, new PersonShape(scene.scene, companion, this.#room.follow))
    }
    this.#list = [...this.#persons.values()]
  }

  enter(scene: VisitedScene): void {
    const [specimen, rods] = [new SpecimenPlace(scene), new Rods(scene.scene)]
    this.#gathering = { scene, frame: { seconds: 0, specimen, eyes: this.#eyes, rods } }
    this.meet(this.#companions)
  }

  step(now: number, frame: XRFrame): void {
    const gathering = this.#gathering
    const space = gathering?.scene.renderer.xr.getReferenceSpace()
    const pose = gathering && space && frame.getViewerPose(space)
    if (!pose) return
    const { frame: drawn, scene } = gathering
    const { specimen, rods } = drawn
    drawn.seconds = Math.min(longestStep, Math.max(0, (now - this.#last) / 1000))
    this.#last = now
    const { x, y, z } = pose.transform.position
    this.#eyes.set(x, y, z)
    specimen.step()
    const followed = this.#list.find(isFollowed)
    if (followed && !this.#lead.step(followed.eye, drawn)) this.#room.follow(null)
    if (!followed) this.#lead.end()
    rods.begin()
    for (const person of this.#list) person.step(drawn)
    rods.end()
    const { ball, stand } = specimen
    if (!ball || now - this.#shownAt < tick) return
    this.#shownAt = now
    const body = readBody({ session: scene.session, space, stand, ball }, frame)
    if (body) this.#room.show(body)
  }

  leave(): void {
    const gathering = this.#gathering
    this.#gathering = null
    for (const person of this.#list) person.dispose()
    this.#persons.clear()
    this.#list = []
    gathering?.frame.rods.dispose()
    this.#lead.end()
    this.#room.show(null)
  }
}
