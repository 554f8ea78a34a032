/**
 * The client is one for browsers: its bundle holds nothing of Node, and runs where only the web's own names
 * exist.
 */
import { createContext, runInContext } from 'node:vm'
import { build, type Format } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { envelopeType, triangle } from './bytes.ts'

const bundle = async (format: Format) => {
  return await build({
    stdin: { contents: "export * from 'specimen-host/client'", resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'browser',
    format,
    globalName: 'specimens',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
}

describe('the client in a browser', () => {
  it('imports nothing that the package does not hold', async () => {
    const { metafile } = await bundle('esm')
    const imports = [...Object.values(metafile.inputs), ...Object.values(metafile.outputs)].flatMap(
      ({ imports }) => imports,
    )
    expect(imports.filter(({ path, external }) => external === true || path.startsWith('node:'))).toEqual([])
    expect(Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([])
  })

  it('needs no names but the web’s', async () => {
    const answers: { readonly [line: string]: () => Response } = {
      'POST /api/specimens/a/data': () =>
        new Response(new Uint8Array(triangle.bytes), { headers: { 'content-type': envelopeType } }),
      'POST /api/specimens/a/start': () => Response.json({ job_id: 'j', status: 'running' }),
      'GET /api/jobs/j/progress?since=-1&wait=20': () =>
        Response.json({ status: 'done', messages: [], error: null }),
      'GET /api/jobs/j/result': () => Response.json(triangle.json),
    }
    const fetch = async (path: string, { method }: { method: string }) => {
      return answers[`${method} ${path}`]?.() ?? new Response(null, { status: 404 })
    }
    const web = {
      fetch,
      TextDecoder,
      TextEncoder,
      AbortController,
      AbortSignal,
      Blob,
      File,
      performance,
      setTimeout,
      clearTimeout,
    }
    const page = createContext(web)
    runInContext((await bundle('iife')).outputFiles[0]?.text ?? '', page)
    const found = await runInContext(
      `(async () => {
        const client = specimens.createClient('')
        const data = await client.data('a')
        for await (const event of client.run('a')) return JSON.stringify([data.type, event.type, event.result.indices.length])
      })()`,
      page,
    )
    expect(JSON.parse(found)).toEqual(['mesh', 'result', 3])
  })
})
