/** The door of the script that only a headset needs: hands, board and place of a specimen. */
import { Vector3 } from 'three'
import type { Bounds } from '../../contract/look/box.ts'
import type { VisitedScene, Visitor } from '../stage/visitor.ts'
import { Board } from './board.ts'
import { type BoardAction, toFace } from './board-face.ts'
import { castInto, Grip, takePart } from './grip.ts'
import { Hands } from './hands.ts'
import { type Eyes, lookFrom, StandPlace } from './place.ts'
import { PlaceHands } from './place-hands.ts'
import { mapPlane, PlaneFrame } from './plane-frame.ts'
import { SceneLabels } from './scene-labels.ts'
import { StoryBoard } from './story-board.ts'
import { toMetres } from './true-size.ts'
import { UndoOrder } from './undo-order.ts'
import type { VisitSubject } from './visit-subject.ts'

/** The way that a stick covers in a second, as a factor of the distance. */
const pace = 2.5
const longestStep = 0.1
/** The parts of a stick's way that turn the rows or the page of a board, and that let it turn them again. */
const [turning, resting] = [0.6, 0.3]

/** A visit to a specimen in a headset. */
export interface Visit extends Visitor {
  /** Shows other words, or the meaning of another result. */
  say(subject: VisitSubject): void
  /** Turns the specimen until the side that the page shows is before the eyes. */
  face(): void
}

/** Returns a visit, which begins when a stage presents its scene. */
export function createVisit(subject: VisitSubject): Visit {
  return new SpecimenVisit(subject)
}

/** The things in the room during a session. */
interface Furniture {
  readonly scene: VisitedScene
  readonly place: StandPlace
  readonly grip: Grip
  readonly hands: Hands
  readonly board: Board
  readonly story: StoryBoard
  readonly labels: SceneLabels
  readonly frame: PlaneFrame
  readonly places: PlaceHands
}

/** The facts of which the board speaks. */
interface Said {
  readonly subject: VisitSubject | null
  readonly scale: number
  readonly canUndo: boolean
}

class SpecimenVisit implements Visit {
  #subject: VisitSubject
  #room: Furniture | null = null
  #box: Bounds | null = null
  /** What hands can take: with parts that are moved out of the box. */
  #reach: Bounds | null = null
  /** True until a person has moved the specimen: it then fits each result. */
  #isFitted = true
  #wish: BoardAction | null = null
  #said: Said = { subject: null, scale: 0, canUndo: false }
  #last = 0
  /** True from the turn of a page by a stick until that is let go. */
  #isTurned = false
  readonly #order = new UndoOrder()
  readonly #counts = { place: 0, values: 0 }
  readonly #eyes: Eyes = { position: new Vector3(), forward: new Vector3(0, 0, -1) }

  constructor(subject: VisitSubject) {
    this.#subject = subject
  }

  say(subject: VisitSubject): void {
    this.#subject = subject
  }

  face(): void {
    this.#wish = 'face'
  }

  enter(scene: VisitedScene): void {
    const { renderer, session, stand } = scene
    const place = new StandPlace(stand)
    const board = new Board(scene.scene)
    // What fits itself to each result would move under a hand.
    const onTaken = (): void => {
      this.#isFitted = false
    }
    this.#room = {
      scene,
      place,
      grip: new Grip(stand, place, {
        onTaken,
        onPick: (from, through) => this.#pick(scene, from, through),
        onPart: (from, through) => takePart(scene, this.#subject.onPart, from, through),
      }),
      hands: new Hands({
        session,
        scene: scene.scene,
        camera: () => renderer.xr.getCamera(),
        space: () => renderer.xr.getReferenceSpace(),
      }),
      board,
      story: new StoryBoard(scene.scene, board.mesh),
      labels: new SceneLabels(scene.scene),
      frame: new PlaneFrame(stand, (plane, isHeld) =>
        this.#subject.onPlane(mapPlane(plane, scene.toSpecimen), isHeld),
      ),
      places: new PlaceHands(scene, { onTaken }),
    }
  }

  step(now: number, frame: XRFrame): void {
    const room = this.#room
    const space = room?.scene.renderer.xr.getReferenceSpace()
    const pose = room && space && frame.getViewerPose(space)
    if (!pose) return
    const seconds = Math.min(longestStep, Math.max(0, (now - this.#last) / 1000))
    this.#last = now
    lookFrom(this.#eyes, pose.transform)
    this.#hold(room)
    room.hands.step(now, frame)
    room.grip.update(now)
    room.frame.update(now)
    room.places.step(this.#eyes.position)
    this.#push(room, seconds)
    this.#do(room)
    this.#counts.place = room.place.undoCount
    this.#counts.values = this.#subject.undoCount
    this.#order.follow(this.#counts)
    this.#show(room)
    room.board.draw()
    room.story.draw()
    room.labels.follow(room.scene.stand, this.#eyes.position)
  }

  leave(): void {
    const room = this.#room
    this.#room = null
    if (!room) return
    room.hands.dispose()
    room.grip.dispose()
    room.board.dispose()
    room.story.dispose()
    room.labels.dispose()
    room.frame.dispose()
    room.places.dispose()
  }

  /** Takes what is shown now: the first before the eyes, and another into its place. */
  #hold({ scene, place, grip, board, places }: Furniture): void {
    const [box, shown] = [scene.box(), scene.shownBox()]
    if (shown && shown !== this.#reach) grip.hold(shown)
    if (shown && shown !== this.#reach) places.hold(shown)
    this.#reach = shown
    if (!box || box === this.#box) return
    const isFirst = this.#box === null
    this.#box = box
    place.hold({ box, level: scene.level() })
    if (this.#isFitted) place.fit(this.#eyes)
    if (isFirst) board.place(place.findMiddle(new Vector3()), this.#eyes.position)
  }

  /** Gives a tool what a ray of the room hits, where one is on. */
  #pick(scene: VisitedScene, from: Vector3, through: Vector3): boolean {
    const { onPick } = this.#subject
    onPick?.(castInto(scene, from, through))
    return onPick !== null
  }

  /** A stick turns the rows or the page of the board that its hand points at, or else moves the specimen. */
  #push({ hands, board, story, grip, place }: Furniture, seconds: number): void {
    const { push } = hands
    const pointed = board.isPointedAt ? board : story.isPointedAt ? story : null
    if (pointed) {
      if (Math.abs(push) > turning && !this.#isTurned) {
        this.#isTurned = true
        pointed.turn(push > 0 ? -1 : 1)
      }
      if (Math.abs(push) < resting) this.#isTurned = false
    } else if (push !== 0 && grip.isFree && this.#box) {
      this.#isFitted = false
      place.bring(this.#eyes.position, pace ** (push * seconds))
    }
  }

  #do(room: Furniture): void {
    const { place, board, scene } = room
    const wish = this.#wish
    if (!wish) return
    this.#wish = null
    if (wish === 'leave') scene.session.end().catch(() => {}) // it has ended already
    if (wish === 'undo') this.#undo(place)
    if (wish === 'face') place.face(scene.level(), this.#eyes)
    if (wish !== 'true-size' && wish !== 'fit') return
    this.#isFitted = wish === 'fit'
    place.keep()
    if (wish === 'true-size') place.scaleTo(toMetres(this.#subject.unit) ?? place.scale)
    if (wish !== 'fit') return
    place.fit(this.#eyes)
    board.place(place.findMiddle(new Vector3()), this.#eyes.position)
  }

  #undo(place: StandPlace): void {
    const kinds = this.#order.pop(this.#counts)
    if (kinds.includes('values')) this.#subject.undo()
    if (!kinds.includes('place')) return
    this.#isFitted = false
    place.undo()
  }

  /** Gives the board what it says, where that may be something else. */
  #show({ place, board, story, labels, frame, places, scene }: Furniture): void {
    const { scale } = place
    const canUndo = this.#counts.place > 0 || this.#counts.values > 0
    const isSame = this.#said.subject === this.#subject && this.#said.scale === scale
    if (isSame && this.#said.canUndo === canUndo) return
    this.#said = { subject: this.#subject, scale, canUndo }
    const wish = (action: BoardAction): void => {
      this.#wish = action
    }
    board.show(toFace(this.#subject, { scale, isEmpty: this.#box === null, canUndo }, wish))
    story.show(this.#subject.story)
    const { plane, stroke, onPick } = this.#subject
    // A pinch that draws or picks is in no way of a frame and of parts.
    frame.show(plane && !stroke ? mapPlane(plane, scene.toScene) : null, this.#box)
    places.show({ places: this.#subject.places, stroke, isQuiet: onPick !== null })
    labels.show(this.#subject.labels.map((label) => ({ ...label, place: scene.toScene(label.place) })))
  }
}
