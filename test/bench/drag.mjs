/**
 * The time from a move of the pointer that drags a place to the frame that shows its handle there, while the
 * function computes and its results come. In Chromium with SwiftShader, which draws on a processor.
 */
import { writeBundle } from './bench-bundle.mjs'
import { toBoundRow, toNoteRow, toQuantile } from './figures.mjs'
import { loadBrowser } from './load-browser.mjs'
import { withFolder, withHost } from './processes.mjs'

/** Vertices of a side: 20,000 triangles. */
const meshSide = 101
const functionMilliseconds = 40
const moves = 300

/** Returns the rows. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  const browser = await openBrowser({ isComposited: true })
  try {
    return await withFolder(async (folder) => {
      await writeBundle(folder, { name: 'bench', source: toSource(), functions: [hill] })
      return await withHost(folder, {}, async (host) => await measureDrag(browser, host.port))
    })
  } finally {
    await browser.close()
  }
}

const coordinate = (title) => ({ title, type: 'number' })
const hill = {
  name: 'hill',
  returns: 'mesh',
  properties: {
    top: {
      type: 'array',
      format: 'point3',
      prefixItems: ['x', 'y', 'z'].map(coordinate),
      items: false,
      minItems: 3,
      default: [0.5, 0.5, 0.3],
    },
  },
}

function toHill(side, [left, front, height]) {
  const vertices = new Float32Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)]
    vertices.set([x, y, height * Math.exp(-20 * ((x - left) ** 2 + (y - front) ** 2))], 3 * i)
  }
  const indices = new Uint32Array((side - 1) * (side - 1) * 6)
  for (let i = 0, at = 0; i < (side - 1) * side; i++) {
    if (i % side === side - 1) continue
    indices.set([i, i + 1, i + side, i + 1, i + side + 1, i + side], at)
    at += 6
  }
  return { vertices, indices }
}

function toSource() {
  return `
    ${toHill}
    export function hill(top) {
      const started = performance.now()
      const result = toHill(${meshSide}, top)
      while (performance.now() - started < ${functionMilliseconds});
      return result
    }`
}

async function measureDrag(browser, port) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } })
  await page.goto(`http://127.0.0.1:${port}/#/hill`)
  await page.locator('.stage.is-drawn').waitFor()
  const grip = page.getByRole('button', { name: 'Top, in the picture', exact: true })
  await grip.waitFor()
  await grip.evaluate((handle) => {
    globalThis.waits = []
    const after = new MessageChannel() // its message comes behind the frame
    let due = []
    after.port1.onmessage = () => {
      const now = performance.now()
      globalThis.waits.push(...due.map((since) => now - since))
      due = []
    }
    const follow = ({ timeStamp, buttons }) => {
      if (buttons === 0) return
      const before = handle.style.transform
      const look = () => {
        if (handle.style.transform === before) requestAnimationFrame(look)
        else {
          due.push(timeStamp)
          after.port2.postMessage(null)
        }
      }
      requestAnimationFrame(look)
    }
    addEventListener('pointermove', follow, { capture: true })
  })
  const box = await grip.boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 1; i <= moves; i++) {
    const angle = (i / moves) * 6 * Math.PI
    await page.mouse.move(x + 120 * Math.sin(angle), y + 60 * (Math.cos(angle) - 1) + 0.1 * i)
  }
  await page.mouse.up()
  const drawn = await page.evaluate(() => performance.getEntriesByName('result drawn').length)
  const waits = await page.evaluate(() => globalThis.waits)
  await page.close()
  if (waits.length < moves / 2) throw new Error(`only ${waits.length} of ${moves} moves were seen in a frame`)
  return [
    toBoundRow(
      'drag: move of the pointer to the frame with the handle there, p95',
      toQuantile(waits, 0.95),
      100,
      'ms',
      `median ${toQuantile(waits, 0.5).toFixed(1)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
    ),
    toNoteRow(
      'drag: results drawn meanwhile',
      String(drawn),
      `${moves} moves, a function of ${functionMilliseconds} ms`,
    ),
  ]
}
