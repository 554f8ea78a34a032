/**
 * Frames of a headset that `iwer` emulates, in Chromium with SwiftShader: their JavaScript, which is that of
 * the emulator, three and the viewer together; what is allocated in them; and their time beside the page's.
 */
import { build } from 'esbuild'
import { toBoundRow, toMedian, toMultipleRow, toQuantile } from './figures.mjs'
import { loadBrowser } from './load-browser.mjs'

const frames = 600
/** Frames before these, in which engines still compile: the heap grows by 0.4 MB. */
const warming = 600
/** Frames whose allocations are sampled. */
const sampled = 200
/** `most` is the time of both eyes in frames of the page with an eye's pixels, for each eye. */
const subjects = [
  { name: 'mesh', title: 'mesh of 200,000 triangles', most: 1.15 },
  { name: 'volume', title: 'volume of 256³ samples', most: 2 },
]

/** Returns the rows. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  const browser = await openBrowser()
  try {
    const bundled = await bundle()
    const rows = []
    for (const subject of subjects) rows.push(...(await measureSubject(browser, bundled, subject)))
    return rows
  } finally {
    await browser.close()
  }
}

async function bundle() {
  const entry = new URL('headset-page.ts', import.meta.url).pathname
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false })
  return outputFiles[0].text
}

async function measureSubject(browser, bundled, { name, title, most }) {
  // Few pixels at first: the script is the same, and SwiftShader takes the processors from it.
  const page = await browser.newPage({ viewport: { width: 64, height: 32 } })
  page.setDefaultTimeout(300_000)
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
  )
  await page.goto('http://localhost/')
  await page.addScriptTag({ content: bundled })
  await page.evaluate('globalThis.device = headset.install()')
  await page.evaluate(`openSubject('${name}')`)
  await page.evaluate('enter().then((entered) => { globalThis.entered = entered })')
  await page.evaluate(`timeScript(entered, ${warming})`)
  const debug = await page.context().newCDPSession(page)
  const before = await measureHeap(debug)
  const script = await page.evaluate(`timeScript(entered, ${frames})`)
  const grown = (await measureHeap(debug)) - before
  const allocated = await sampleHeap(debug, bundled, async () =>
    page.evaluate(`timeScript(entered, ${sampled})`),
  )
  await page.evaluate('leave(entered)')
  await page.setViewportSize({ width: 640, height: 320 })
  const { both, turning, drawn } = await page.evaluate('timeBeside(3)')
  await page.close()
  const toText = (times) => `${toMedian(times).toFixed(1)} ms of ${times.length}`
  const toBytes = (origin) => `${origin} ${(allocated.get(origin) / 1000).toFixed(1)}`
  return [
    toBoundRow(
      `headset, ${title}: script of a frame, p95`,
      toQuantile(script, 0.95),
      2,
      'ms',
      `half of ${frames} in ${toMedian(script).toFixed(1)} ms`,
    ),
    toBoundRow(
      `headset, ${title}: allocated by the viewer in a frame`,
      allocated.get('core') / 1000,
      1,
      'kB',
      [...allocated.keys()].map(toBytes).join(', '),
    ),
    toBoundRow(`headset, ${title}: heap after ${frames} frames`, grown / 1000, 200, 'kB more', ''),
    toMultipleRow(
      `headset, ${title}: frame of both eyes`,
      toMedian(both) / toMedian(turning) / 2,
      most,
      `both ${toText(both)}, the page ${toText(turning)} with ${drawn.page} pixels for ${drawn.eye}`,
    ),
  ]
}

/** Returns the bytes of the heap that are in use. */
async function measureHeap(debug) {
  for (let round = 0; round < 3; round++) await debug.send('HeapProfiler.collectGarbage')
  return (await debug.send('Runtime.getHeapUsage')).usedSize
}

/** Returns the bytes that a frame of `run` allocates, by the folder or package of the code. */
async function sampleHeap(debug, bundled, run) {
  await debug.send('HeapProfiler.startSampling', {
    samplingInterval: 256,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await run()
  const { profile } = await debug.send('HeapProfiler.stopSampling')
  const origins = listOrigins(bundled)
  const bytes = new Map([['core', 0]])
  const visit = ({ callFrame, selfSize, children }, caller) => {
    // Functions of the language have no script, and count as their caller's.
    const isOfScript = callFrame.scriptId !== '0' && callFrame.lineNumber > 0
    const origin = isOfScript ? findOrigin(origins, callFrame.lineNumber) : caller
    bytes.set(origin, (bytes.get(origin) ?? 0) + selfSize / sampled)
    for (const child of children) visit(child, origin)
  }
  visit(profile.head, 'browser')
  return bytes
}

/** Returns the lines at which the modules of a bundle begin: esbuild writes the path of each above it. */
function listOrigins(bundled) {
  return bundled.split('\n').flatMap((line, i) => {
    const [, origin] = /^ {2}[/][/] (?:node_modules[/])?(core|test|@?[\w-]+)[/]\S+$/.exec(line) ?? []
    return origin ? [{ line: i, origin }] : []
  })
}

function findOrigin(origins, line) {
  return origins.findLast((module) => module.line <= line)?.origin ?? 'browser'
}
