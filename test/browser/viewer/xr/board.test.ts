/** The board beside a specimen: pressed and dragged by emulated controllers and pinches, and read as a picture. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useBrowser } from '../../use-browser.ts'
import { openHeadset } from '../harness/open-headset.ts'

const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openHeadset(browser(), { viewport: { width: 160, height: 80 } })
  page = opened.page
  faults = opened.faults
  await page.evaluate('globalThis.device = headset.install()')
})
beforeEach(async () => {
  await page.evaluate(`(async () => {
    Object.assign(globalThis, tools.open(640, 320))
    await stage.show(tools.makeKnot())
    globalThis.entered = await headset.enter(stage)
    globalThis.board = entered.scene.scene.children.find((child) => child.geometry?.type === 'PlaneGeometry')
    globalThis.subject = headset.toSubject()
    globalThis.heard = []
    globalThis.toCell = (label) => ({ label, isOn: false, isOff: false, press: () => heard.push(label) })
    globalThis.say = async (parts) => {
      globalThis.subject = headset.toSubject(parts)
      entered.visit.say(subject)
      await headset.waitFrames(entered.session, 2)
    }
    /** A place 30 cm before a target, and the turn of a ray at it. */
    globalThis.aim = (key, options) => {
      const at = headset.findOnBoard(subject, key, options)
      at.z = 0.3
      return { at: board.localToWorld(at), turn: board.quaternion }
    }
    globalThis.point = async (ray, trigger = 0) => {
      const { right } = device.controllers
      right.position.set(...ray.at.toArray())
      right.quaternion.set(...ray.turn.toArray())
      right.updateButtonValue('trigger', trigger)
      await Promise.race([headset.waitFrames(entered.session, 3), entered.ended])
    }
    globalThis.press = async (key, options) => {
      for (const trigger of [0, 1, 0]) await point(aim(key, options), trigger)
    }
  })()`)
})
afterEach(async () => {
  await page.evaluate(`(async () => {
    device.controllers.right.updateButtonValue('trigger', 0)
    await entered.session.end().catch(() => {})
    await entered.ended
    stage.dispose()
  })()`)
  expect(faults).toEqual([])
})

/** Runs in the page, and returns what the script returns. */
async function run<Value>(script: string): Promise<Value> {
  return await page.evaluate<Value>(`(async () => { ${script} })()`)
}

const press = (key: string): Promise<void> => run(`await press('${key}')`)
const scale = (): Promise<number> => page.evaluate('entered.scene.stand.scale.x')
const version = 'board.material.uniforms.map.value.version'

describe('the buttons', () => {
  it('show a specimen at its true size, go back, fit it before the eyes, and leave', async () => {
    const fitted = await scale()
    await press('button 0')
    expect(await scale()).toBeCloseTo(1e-3, 9) // millimetres
    await press('button 2')
    expect(await scale()).toBeCloseTo(fitted, 9)
    await press('button 0')
    await press('button 1')
    expect(await scale()).toBeCloseTo(fitted, 9)
    await press('button 3')
    await page.evaluate('entered.ended')
  })

  it('offer no true size where the lengths have no unit', async () => {
    const fitted = await scale()
    await run("await say({ unit: '' }); await press('button 0')")
    expect(await scale()).toBe(fitted)
  })

  it('take back values and places in the order of their change', async () => {
    const fitted = await scale()
    await press('button 0')
    await run("await say({ undoCount: 1, undo: () => { heard.push('values'); void say({ undoCount: 0 }) } })")
    await press('button 2')
    expect([await run('return heard'), await scale()]).toEqual([['values'], expect.closeTo(1e-3, 9)])
    await press('button 2')
    expect([await run('return heard'), await scale()]).toEqual([['values'], expect.closeTo(fitted, 9)])
  })

  it('count where a hand lets go: one that leaves its button presses nothing', async () => {
    await run(`await say({ rows: [{ cells: [toCell('a'), toCell('b')] }] })
      await point(aim('row0 0'))
      await point(aim('row0 0'), 1)
      await point(aim('row0 1'), 1)
      await point(aim('row0 1'))
      await press('row0 1')`)
    expect(await run('return heard')).toEqual(['b'])
  })
})

/** A row with a track that writes what happens to it. */
const sliding = `
  const track = { part: 0.2, drag: (part) => heard.push(part), settle: (part) => heard.push('settle', part) }
  await say({ rows: [{ track, cells: [toCell('−'), toCell('+')] }] })
`

describe('a track', () => {
  it('follows a ray that holds it, also beside the board, and settles once', async () => {
    const parts = await run<(number | string)[]>(`${sliding}
      await point(aim('row0 track', { part: 0.5 }))
      await point(aim('row0 track', { part: 0.5 }), 1)
      await point(aim('row0 track', { part: 0.75 }), 1)
      await point(aim('row0 track', { part: 9 }), 1)
      await point(aim('row0 track', { part: 9 }), 0)
      return heard`)
    expect(parts.slice(-2)).toEqual(['settle', 1])
    const [first, second, third, ...rest] = parts
    expect([first, second, third]).toEqual([0.5, expect.closeTo(0.79, 1), 1])
    expect(rest.length).toBe(2)
  })

  it('does not move for a ray that only points at it', async () => {
    const parts = await run(`${sliding}
      await point(aim('row0 track', { part: 0.5 }))
      await point(aim('row0 track', { part: 0.9 }))
      return heard`)
    expect(parts).toEqual([])
  })

  it('follows a pinch that exists for its own length only, and settles where it ends', async () => {
    const parts = await run<(number | string)[]>(`${sliding}
      const { session } = entered
      const space = entered.scene.renderer.xr.getReferenceSpace()
      const source = { targetRayMode: 'transient-pointer', handedness: 'none' }
      const look = ({ at, turn }) => {
        source.targetRaySpace = space.getOffsetReferenceSpace(new XRRigidTransform(
          { x: at.x, y: at.y, z: at.z }, { x: turn.x, y: turn.y, z: turn.z, w: turn.w }).matrix) // as the emulator takes it
      }
      const send = (name, parts) => new Promise((resolve) => session.requestAnimationFrame((_, frame) => {
        session.dispatchEvent(Object.assign(new Event(name), parts, { frame }))
        resolve()
      }))
      look(aim('row0 track', { part: 0.5 }))
      await send('inputsourceschange', { added: [source], removed: [] })
      await send('selectstart', { inputSource: source })
      look(aim('row0 track', { part: 0.75 }))
      await headset.waitFrames(session, 3)
      await send('inputsourceschange', { added: [], removed: [source] }) // without an end
      return heard`)
    expect([parts[0], parts[2]]).toEqual([0.5, 'settle'])
    expect(parts[3]).toBe(parts[1])
    expect(parts[1]).toBeCloseTo(0.79, 1)
  })
})

describe('a tool', () => {
  /** Pinches the middle of the specimen from before it, and drags. */
  const drag = `
    const { low, high } = entered.scene.box()
    const at = new headset.Vector3(...low.map((part, i) => (part + high[i]) / 2))
    entered.scene.stand.localToWorld(at)
    const ray = { at: at.clone().setZ(at.z + 0.4), turn: new headset.Quaternion() }
    await point(ray)
    await point(ray, 1)
    ray.at.x += 0.1
    await point(ray, 1)
    await point(ray)
  `

  it('gets what a pinch hits, in the coordinates of the specimen, which stays', async () => {
    const [hits, moved] = await run<[{ place: number[] }[], number]>(`
      const hits = []
      await say({ onPick: (hit) => hits.push(hit) })
      const before = entered.scene.stand.position.clone()
      ${drag}
      return [hits, before.distanceTo(entered.scene.stand.position)]`)
    expect([hits.length, moved]).toEqual([1, 0])
    const { low, high } = await run<{ low: number[]; high: number[] }>('return entered.scene.box()')
    hits[0]?.place.forEach((part, axis) => {
      expect(part).toBeGreaterThanOrEqual((low[axis] ?? 0) - 1e-3)
      expect(part).toBeLessThanOrEqual((high[axis] ?? 0) + 1e-3)
    })
  })

  it('that is off leaves the specimen to the hand', async () => {
    const moved = await run<number>(`
      const before = entered.scene.stand.position.clone()
      ${drag}
      return before.distanceTo(entered.scene.stand.position)`)
    expect(moved).toBeGreaterThan(0.05)
  })

  it('has its texts at their places, facing the eyes, and takes them away', async () => {
    const [count, place, left] = await run<[number, number[], number]>(`
      const find = () => entered.scene.scene.children.flatMap((child) => child.children)
        .filter((child) => child.renderOrder === 2000)
      await say({ labels: [{ place: [0, 0, 0], text: '2 mm' }] })
      const [label] = find()
      const at = entered.scene.stand.worldToLocal(label.position.clone().setY(label.position.y - 0.0185))
      const count = find().length
      await say({ labels: [] })
      return [count, at.toArray(), find().length]`)
    expect([count, left]).toEqual([1, 0])
    for (const part of place) expect(part).toBeCloseTo(0, 3)
  })
})

it('names of axes are at their places, without a tip, and are taken away', async () => {
  const [count, place, left] = await run<[number, number[], number]>(`
    const find = () => entered.scene.scene.children.flatMap((child) => child.children)
      .filter((child) => child.renderOrder === 2000)
    await say({ labels: ['L', 'R'].map((text, i) => ({ place: [i, 2, 3], text, isName: true })) })
    const [label] = find()
    const at = entered.scene.stand.worldToLocal(label.position.clone())
    const count = find().length
    await say({ labels: [] })
    return [count, at.toArray(), find().length]`)
  expect([count, left]).toEqual([2, 0])
  for (const [axis, part] of place.entries()) expect(part).toBeCloseTo([0, 2, 3][axis] ?? 0, 3)
})

it('the colours of values are a bar on the board, which goes with them', async () => {
  const [first, last, gone] = await run<[number[], number[], number[]]>(`
    const board = entered.scene.scene.children.find((child) => child.material?.uniforms?.map?.value.image.height === 1096)
    const read = (x) => Array.from(board.material.uniforms.map.value.image.getContext('2d').getImageData(x, 215, 1, 1).data)
    const colors = Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255)
    const marks = [{ text: '0', percent: 0 }, { text: '650', percent: 100 }]
    await say({ colors: { title: 'depth, km', colors, marks } })
    const bar = [read(60), read(960)]
    await say({ colors: null })
    return [...bar, read(60)]`)
  expect([first, last]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ])
  expect(gone).not.toEqual(first)
})

describe('rows that are more than fit', () => {
  const many = "await say({ rows: Array.from({ length: 9 }, (_, i) => ({ cells: [toCell('row ' + i)] })) })"

  it('are turned by the pager', async () => {
    expect(
      await run(`${many}; await press('row0 0'); await press('down'); await press('row6 0', { page: 1 })
      await press('up', { page: 1 }); await press('row1 0'); return heard`),
    ).toEqual(['row 0', 'row 6', 'row 1'])
  })

  it('are turned by the stick of a hand that points at them, once for each push, and the specimen stays', async () => {
    const [pressed, moved] = await run<[string[], number]>(`${many}
      const before = entered.scene.stand.position.clone()
      await point(aim('row0 0'))
      const { right } = device.controllers
      right.updateAxes('thumbstick', 0, 1)
      await headset.waitFrames(entered.session, 10)
      right.updateAxes('thumbstick', 0, 0)
      await press('row6 0', { page: 1 })
      return [heard, before.distanceTo(entered.scene.stand.position)]`)
    expect([pressed, moved]).toEqual([['row 6'], 0])
  })
})

describe('the board of a story', () => {
  /** A story of three pages, of which the second is read and pins something. */
  const story = `
    const words = { place: '2 of 3', text: 'A closer look', back: toCell('back'), next: toCell('next') }
    await say({ story: { ...words, show: toCell('show') } })
    const find = () => entered.scene.scene.children.filter((child) => child.geometry?.type === 'PlaneGeometry')[1]
    const aimStory = (key) => {
      const at = headset.findOnStory(subject, key)
      at.z = 0.3
      return { at: find().localToWorld(at), turn: find().quaternion }
    }
  `

  it('is there for a story, with buttons that are pressed as those of the other one', async () => {
    const [pressed, isGone] = await run<[string[], boolean]>(`${story}
      for (const key of ['next', 'show', 'back'])
        for (const trigger of [0, 1, 0]) await point(aimStory(key), trigger)
      await say({})
      return [heard, find() === undefined]`)
    expect([pressed, isGone]).toEqual([['next', 'show', 'back'], true])
  })

  it('is turned by the stick of a hand that points at it, once for each push, and the rows and the specimen stay', async () => {
    const [pressed, moved] = await run<[string[], number]>(`${story}
      const before = entered.scene.stand.position.clone()
      await point(aimStory('show'))
      const { right } = device.controllers
      for (const way of [1, -1]) {
        right.updateAxes('thumbstick', 0, way)
        await headset.waitFrames(entered.session, 10)
        right.updateAxes('thumbstick', 0, 0)
        await headset.waitFrames(entered.session, 2)
      }
      return [heard, before.distanceTo(entered.scene.stand.position)]`)
    expect([pressed, moved]).toEqual([['next', 'back'], 0])
  })

  it('turns the specimen to the side that its page shows, and the board takes that back with the values', async () => {
    const [angles, middles, heard] = await run<[number[], number[][], string[]]>(`
      const { stand } = entered.scene
      const before = stand.quaternion.clone()
      const { low, high } = entered.scene.box()
      const middle = () => stand.localToWorld(new headset.Vector3(...low.map((part, i) => (part + high[i]) / 2)))
      const angles = []
      const middles = [middle().toArray()]
      stage.look({ target: [0, 0, 0], offset: [9, 0, 0] })
      const { back } = entered.scene.level()
      entered.visit.face()
      await say({ undoCount: 1, undo: () => { heard.push('values'); void say({ undoCount: 0 }) } })
      angles.push(stand.quaternion.angleTo(before))
      const shown = new headset.Vector3(...back).applyQuaternion(stand.quaternion)
      const up = new headset.Vector3(0, 0, 1).applyQuaternion(stand.quaternion)
      angles.push(shown.angleTo(new headset.Vector3(0, 0, 1)), up.angleTo(new headset.Vector3(0, 1, 0)))
      middles.push(middle().toArray())
      await press('button 2')
      angles.push(stand.quaternion.angleTo(before))
      return [angles, middles, heard]`)
    const [turned, ...rest] = angles
    expect(turned).toBeGreaterThan(0.3)
    expect(rest).toEqual([0, 0, 0].map((part) => expect.closeTo(part, 3)))
    expect(middles[1]).toEqual(middles[0]?.map((part) => expect.closeTo(part, 6)))
    expect(heard).toEqual(['values'])
  })

  it('stops at its ends', async () => {
    expect(
      await run(`${story}
        await say({ story: { ...words, show: null, next: { ...toCell('next'), isOff: true } } })
        for (const trigger of [0, 1, 0]) await point(aimStory('next'), trigger)
        device.controllers.right.updateAxes('thumbstick', 0, 1)
        await headset.waitFrames(entered.session, 10)
        device.controllers.right.updateAxes('thumbstick', 0, 0)
        return heard`),
    ).toEqual([])
  })

  it('is drawn again for another page, and for nothing else', async () => {
    const versions = await run<number[]>(`${story}
      const version = () => find().material.uniforms.map.value.version
      const versions = [version()]
      await say({ story: subject.story, title: 'Another' })
      entered.scene.stand.scale.multiplyScalar(1.5)
      await headset.waitFrames(entered.session, 10)
      versions.push(version())
      await say({ story: { ...subject.story, text: 'The end.' } })
      return [...versions, version()]`)
    expect(versions.map((each) => each - (versions[0] ?? 0))).toEqual([0, 0, 1])
  })

  it.each([
    ['words', 'Long words of a story. '],
    ['letters without a blank', '晶'],
  ])(
    'cuts a text of a million %s to its room, with an ellipsis, and shows what hides in it',
    async (_, text) => {
      const lines = await run<string[]>(`${story}
      const lines = []
      const { fillText } = OffscreenCanvasRenderingContext2D.prototype
      OffscreenCanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        if (this.canvas.width === 820) lines.push([text, x + this.measureText(text).width, y])
        fillText.call(this, text, x, y)
      }
      await say({ story: { ...words, show: null, text: 'gnp.\u202eexe ' + ${JSON.stringify(text)}.repeat(1e6) } })
      OffscreenCanvasRenderingContext2D.prototype.fillText = fillText
      const wide = lines.filter(([, right, y]) => right > 820 - 44 + 1 || y > 1096 - 44)
      return wide.length > 0 ? wide : lines.map(([text]) => text)`)
      const shown = lines.filter((line) => !/^(Story|2 of 3|back|next)$/.test(line))
      expect(shown.length).toBeGreaterThan(10)
      expect(shown[0]).toMatch(/^gnp\.\\u202eexe/)
      expect(shown.map((line) => line.endsWith('…'))).toEqual(shown.map((_, i) => i === shown.length - 1))
    },
  )
})

describe('the picture of the board', () => {
  it('is drawn again for other words, and for nothing else', async () => {
    const versions = await run<number[]>(`
      const versions = []
      for (const text of ['Computing … 40 %', 'Computing … 40 %', 'The author says why.']) {
        const isFailure = text.startsWith('The')
        await say({ status: { text, isFailure, fraction: isFailure ? null : 0.4, button: null } })
        versions.push(${version})
      }
      await headset.waitFrames(entered.session, 20)
      return [...versions, ${version}]`)
    expect(versions.map((version) => version - (versions[0] ?? 0))).toEqual([0, 0, 1, 1])
  })

  it('shows the button that is pointed at, and the one that is held', async () => {
    const versions = await run<number[]>(`
      await say({ rows: [{ cells: [toCell('a')] }] })
      await point(aim('button 3'))
      const versions = [${version}]
      for (const trigger of [0, 0, 1, 1, 0]) {
        await point(aim('row0 0'), trigger)
        versions.push(${version})
      }
      return versions`)
    expect(versions.map((version) => version - (versions[0] ?? 0))).toEqual([0, 1, 1, 2, 2, 3])
  })

  it('outlives words of any length, in any script', async () => {
    const long = 'ש'.repeat(500)
    await run(`const row = { label: '${long}', value: '${long}', hint: '${long}', cells: [toCell('${long}')] }
      await say({ title: '${long}', rows: Array.from({ length: 90 }, () => row),
        status: { text: '${long} ${long}', isFailure: true, fraction: 1, button: toCell('${long}') } })`)
    expect(await page.evaluate('board.visible')).toBe(true)
  })
})
