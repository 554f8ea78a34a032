/**
 * From a save to the page: `specimen dev` over 20 plugins, its page in a browser, and one plugin that is saved
 * again and again. What the page does then (ask for the result, draw it) is the other figures'.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { withFolder } from './processes.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const pluginCount = 20
const saves = 12

/**
 * Returns the rows: from the save until the host serves the new code, as the terminal says, and until the page
 * knows. `openPage` opens an address in a browser and returns the page (playwright's).
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
      const page = await openPage(url)
      await page.getByText('Results follow what you save').waitFor()
      const rounds = []
      for (let i = 0; i < saves; i++) rounds.push(await measureSave(i, { page, plugins, waitFor }))
      const [served, shown] = ['served', 'shown'].map((part) => toMedian(rounds.map((round) => round[part])))
      return [
        toNoteRow(`dev: save to served, ${pluginCount} plugins`, `${served.toFixed(0)} ms`, ''),
        toBoundRow(
          'dev: save to the page',
          shown,
          500,
          'ms',
          `${(shown - served).toFixed(0)} ms after served`,
        ),
      ]
    } finally {
      dev.kill('SIGTERM')
      await once(dev, 'exit')
    }
  })
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
  return { served: (await served) - saved, shown: (await said) - saved }
}

function writePlugin(name, radius) {
  return `import type { Mesh } from 'specimen-host/plugin'

export function ${name}(radius = ${radius}): Mesh {
  return { vertices: new Float32Array([radius, 0, 0]), indices: new Uint32Array() }
}
`
}
