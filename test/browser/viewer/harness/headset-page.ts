/** Runs in the page: a stage and an emulated headset, whose session alone has frames while it presents. */
import { signal } from '@preact/signals'
import { type XRSession as EmulatedSession, metaQuest3, P_SESSION, XRDevice } from 'iwer'
import { Quaternion, Vector3 } from 'three'
import type { ParameterSchema } from '../../../../core/contract/domain/schema.ts'
import type { Prepared } from '../../../../core/data/prepared/prepared.ts'
import { createPlaces, type ViewInHand } from '../../../../core/viewer/specimen/headset/headset-places.ts'
import type { VisitedScene, Visitor } from '../../../../core/viewer/stage/visitor.ts'
import { boardHeight, boardWidth, layOut, pixelsPerMetre } from '../../../../core/viewer/xr/board-layout.ts'
import type { BoardColors, BoardFace, BoardRow, BoardStatus } from '../../../../core/viewer/xr/board-words.ts'
import type { PlaceInHand } from '../../../../core/viewer/xr/hand-place.ts'
import { layOutStory, storyHeight, storyWidth } from '../../../../core/viewer/xr/story-board.ts'
import { createVisit, type Visit } from '../../../../core/viewer/xr/visit.ts'
import type { VisitSubject } from '../../../../core/viewer/xr/visit-subject.ts'
import './stage-page.ts'

/** An entered headset. */
export interface Entered {
  readonly session: XRSession
  readonly visit: Visit
  /** The scene that the stage has given; its stand is the place of the specimen. */
  readonly scene: VisitedScene
  readonly ended: Promise<void>
}

const ofWindow = requestAnimationFrame.bind(globalThis)
let presenting: EmulatedSession | null = null

/** Stops the frames of the window while a session presents, as a headset does; its own are made of them. */
function stopWindow(): void {
  globalThis.requestAnimationFrame = (run) => {
    if (presenting && run !== presenting[P_SESSION].onDeviceFrame) return 0
    return ofWindow(run)
  }
}

function install(): XRDevice {
  const device = new XRDevice(metaQuest3)
  device.installRuntime({ forceInstall: true })
  device.stereoEnabled = true
  device.ipd = 0.063
  device.position.set(0, 1.6, 0)
  stopWindow()
  return device
}

/** The parts of a subject that tests choose. */
interface SubjectParts extends Partial<Omit<VisitSubject, 'words'>> {
  readonly title?: string
  readonly colors?: BoardColors | null
  readonly rows?: readonly Partial<BoardRow>[]
  readonly status?: BoardStatus
}

/** Returns a subject with these parts, and usual ones for the rest. */
function toSubject(parts: SubjectParts = {}): VisitSubject {
  const { title = 'A knot', rows = [{ label: 'Cells', value: '3' }], status = null, colors = null } = parts
  const plain = { label: '', value: '', problem: '', hint: '', track: null, cells: [] }
  const filled = rows.map((row, i) => ({ ...plain, key: `row${i}`, ...row }))
  const { unit = 'mm', undoCount = 0, undo = () => {} } = parts
  const { tools = [], onPick = null, onPart = null, labels = [], plane = null, onPlane = () => {} } = parts
  const words = { title, colors, rows: filled, status }
  const { story = null, places = [], stroke = null } = parts
  const held = { onPart, plane, onPlane, places, stroke }
  return { story, unit, undoCount, undo, tools, onPick, labels, words, ...held }
}

/** Returns the place of a target of the board in the space of its mesh; rows are those of a page. */
function findOnBoard(subject: VisitSubject, key: string, { page = 0, part = 0.5 } = {}): Vector3 {
  const button = { label: '', isOn: false, isOff: false, press: () => {} }
  const face: BoardFace = {
    words: subject.words,
    size: '',
    tools: subject.tools,
    buttons: Array(4).fill(button),
  }
  const target = layOut(face, page, () => {}).targets.find((each) => each.key === key)
  if (!target) throw new Error(`The board has no ${key}.`)
  const [left, top, width, height] = target.box
  return new Vector3(
    (left + part * width - boardWidth / 2) / pixelsPerMetre,
    (boardHeight / 2 - top - height / 2) / pixelsPerMetre,
    0,
  )
}

/** Returns the place of a button of the story's board in the space of its mesh. */
function findOnStory({ story }: VisitSubject, key: string): Vector3 {
  const target = story && layOutStory(story).targets.find((each) => each.key === key)
  if (!target) throw new Error(`The story has no ${key}.`)
  const [left, top, width, height] = target.box
  return new Vector3(
    (left + width / 2 - storyWidth / 2) / pixelsPerMetre,
    (storyHeight / 2 - top - height / 2) / pixelsPerMetre,
    0,
  )
}

/** Returns the places of a schema at its defaults, as hands take them beside a result. */
function toPlaces(schema: ParameterSchema, prepared: Prepared): readonly PlaceInHand[] {
  const view = {
    params: signal({}),
    places: { picked: signal(null) },
    model: { body: signal({ schema }), prepared: signal(prepared), params: { drag() {}, set() {} } },
    room: null,
  }
  return createPlaces(view as unknown as ViewInHand).shown.value // the parts that places read
}

async function enter(
  stage: { present(session: XRSession, visitor: Visitor): Promise<void> },
  {
    mode = 'immersive-vr',
    unit = 'mm',
    title = 'A knot',
  }: Partial<Record<'unit' | 'title', string>> & {
    readonly mode?: XRSessionMode
  } = {},
): Promise<Entered> {
  const session = await navigator.xr?.requestSession(mode, {
    requiredFeatures: ['local-floor'],
    optionalFeatures: ['hand-tracking'],
  })
  if (!session) throw new Error('The page has no emulated headset: call install first.')
  const visit = createVisit(toSubject({ unit, title }))
  let scene: VisitedScene | undefined
  const watched: Visitor = {
    enter(given) {
      scene = given
      visit.enter(given)
    },
    step: (now, frame) => visit.step(now, frame),
    leave: () => visit.leave(),
  }
  presenting = session as unknown as EmulatedSession // iwer's own class, which is not the browser's
  const over = (): void => {
    presenting = null
  }
  session.addEventListener('end', over)
  const ended = stage.present(session, watched).finally(over)
  await Promise.race([waitFrames(session, 4), ended])
  if (!scene) throw new Error('The session has ended before its first frame.')
  return { session, visit, scene, ended }
}

async function waitFrames(session: XRSession, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => session.requestAnimationFrame(resolve))
}

/** Returns both eyes beside each other as a PNG in base64, read in the frame that has drawn them. */
async function shoot({ session, scene }: Entered): Promise<string> {
  await waitFrames(session, 2)
  const { domElement } = scene.renderer
  return await new Promise((resolve) => {
    session.requestAnimationFrame(() => resolve(domElement.toDataURL('image/png').split(',')[1] ?? ''))
  })
}

const headsetTools = {
  install,
  enter,
  waitFrames,
  shoot,
  toSubject,
  toPlaces,
  findOnBoard,
  findOnStory,
  Vector3,
  Quaternion,
}
export type HeadsetTools = typeof headsetTools
declare global {
  var headset: HeadsetTools
}
globalThis.headset = headsetTools
