/**
 * From a save to the page: `specimen dev` over 20 plugins, its page in a browser at the specimen of one of them,
 * and two that are saved by turns.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { withFolder } from './processes.mjs'
import { waitForFrame } from './wait-for-frame.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const pluginCount = 20
const saves = 12

/**
 * Returns the rows: from the save until the host serves the new code, as the terminal says, until the page
 * knows, and until the new result is drawn. `openPage` returns a page of a browser (playwright's).
 */
export async function measureDev(openPage) {
  return await withFolder(async (folder) => {
    const plugins = join(folder, 'plugins')
    await mkdir(plugins)
    for (let i = 0; i < pluginCount; i++)
      await writeFile(join(plugins, `plugin${i}.ts`), writePlugin(`function${i}`, 1))
    const argv = ['dev', plugins, '--out', join(folder, 'out'), '--port', '0', '--no-open']
    const dev = spawn(process.execPath, [cli, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: dev.stdout })
    const waitFor = async (pattern) => {
      for (;;) {
        const match = pattern.exec((await once(lines, 'line'))[0])
        if (match) return match
      }
    }
    try {
      const [, url] = await waitFor(/^serving on (\S+);/)
      const page = await openPage()
      await page.goto(`${url}/#/${await findSpecimen(url)}`)
      await waitForFrame(page, 0)
      await page.getByText('Results follow what you save').waitFor()
      const rounds = []
      for (let i = 0; i < saves; i++) rounds.push(await measureSave(i, { page, plugins, waitFor }))
      const [served, shown, drawn] = ['served', 'shown', 'drawn'].map((part) =>
        toMedian(rounds.flatMap((round) => round[part] ?? [])),
      )
      return [
        toNoteRow(`dev: save to served, ${pluginCount} plugins`, `${served.toFixed(0)} ms`, ''),
        toBoundRow(
          'dev: save to the page',
          shown,
          500,
          'ms',
          `${(shown - served).toFixed(0)} ms after served`,
        ),
        toBoundRow('dev: save to the first frame of the new result', drawn, 1500, 'ms', ''),
      ]
    } finally {
      dev.kill('SIGTERM')
      await once(dev, 'exit')
    }
  })
}

/** Returns the id of the specimen of `function0`. */
async function findSpecimen(url) {
  const entries = await (await fetch(`${url}/api/specimens/`)).json()
  return encodeURIComponent(entries.find(({ id }) => id.includes('function0')).id)
}

/** The status names the function that was built, so each save is of another one than the save before. */
async function measureSave(round, { page, plugins, waitFor }) {
  const name = `function${round % 2}`
  const said = page.evaluate(
    (start) =>
      new Promise((resolve) => {
        const status = document.querySelector('.dev-headline')
        const look = () => {
          if (!status.textContent.startsWith(start)) return
          observer.disconnect()
          resolve(performance.timeOrigin + performance.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(status, { childList: true, characterData: true, subtree: true })
      }),
    `Built ${name} in`,
  )
  await page.evaluate(() => undefined) // the observer is there
  const served = waitFor(/^served after/).then(() => performance.timeOrigin + performance.now())
  const saved = performance.timeOrigin + performance.now()
  await writeFile(join(plugins, `plugin${round % 2}.ts`), writePlugin(name, 2 + round))
  const since = saved - (await page.evaluate(() => performance.timeOrigin))
  const isSeen = name === 'function0'
  return {
    served: (await served) - saved,
    shown: (await said) - saved,
    drawn: isSeen ? (await waitForFrame(page, since)) - since : undefined,
  }
}

function writePlugin(name, radius) {
  return `import type { Mesh } from 'specimen-host/plugin'

export function ${name}(radius = ${radius}): Mesh {
  return { vertices: new Float32Array([radius, 0, 0]), indices: new Uint32Array() }
}
`
}
