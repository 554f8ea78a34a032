/**
 * The pages for people: `/docs`, which works below any path prefix and is complete without scripts, and
 * `/docs/envelope`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createHost } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { errorTitles } from '../../../core/contract/domain/errors.ts'
import { describeOperations } from '../../../core/service/http/openapi/document.ts'

async function read(path: string, options: Parameters<typeof createHost>[0] = {}) {
  const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent', ...options })
  const { body, headers, statusCode } = await host.inject(path)
  await host.close()
  return { body, headers, statusCode }
}

describe('/docs', () => {
  it('shows every operation and every error code, each at an anchor of its own', async () => {
    const { body } = await read('/docs')
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of [...Object.keys(describeOperations('')), ...Object.keys(errorTitles)])
      expect(ids).toContain(id)
    const anchors = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(anchors.length).toBeGreaterThan(15)
    expect(anchors.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('links only to addresses relative to its own', async () => {
    const { body } = await read('/docs')
    const links = [...body.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, link]) => link)
    expect(new Set(links)).toEqual(
      new Set(['data:,', 'api/specimens/', 'api/processing/functions', 'openapi.json', 'docs/envelope']),
    )
  })

  it('runs no other script and takes no other style than its own, and asks this host alone', async () => {
    const { body, headers } = await read('/docs')
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(body) ?? []
    const policy = `style-src ${hash(style)}; script-src ${hash(script)}; connect-src 'self'`
    expect(headers['content-security-policy']).toContain(`default-src 'none'; ${policy}`)
    const markup = body.replace(script, '')
    expect(markup.match(/<script/g)).toHaveLength(1)
    expect(markup).not.toMatch(/ style=| on[a-z]+=/)
  })

  it('has a way to try each operation', async () => {
    const { body } = await read('/docs')
    const ids = [...body.matchAll(/data-operation="(\w+)"/g)].map(([, id]) => id)
    expect(ids.toSorted()).toEqual(Object.keys(describeOperations('')).toSorted())
  })

  it('quotes every address in its commands, which some shells would expand', async () => {
    const { body } = await read('/docs')
    const commands = [...body.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].map(([, code = '']) =>
      code.replaceAll('&quot;', '"'),
    )
    expect(commands.filter((code) => code.includes('curl')).length).toBe(4)
    for (const code of commands) expect(code).not.toMatch(/(?<!["=])\$HOST/)
  })

  it('says which forms of data there are for each type', async () => {
    const { body } = await read('/docs', { envelopeMediaType: 'application/x-other' })
    const text = body
      .replaceAll(/<wbr>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
    expect(text).toContain('mesh application/x-other envelope model/gltf-binary glb model/stl stl model/ply')
    expect(text).toContain('image application/json json application/x-other envelope image/png png')
  })

  it('shows where the token goes when the host asks for one', async () => {
    expect((await read('/docs', { token: 'secret' })).body).toContain('authorization: Bearer $TOKEN')
    const { body } = await read('/docs')
    expect(body.replace(/<script.*?<\/script>/s, '')).not.toContain('TOKEN')
  })

  it('is where /docs/ leads, by a relative address', async () => {
    expect(await read('/docs/')).toMatchObject({ statusCode: 302, headers: { location: '../docs' } })
  })
})

describe('/docs/envelope', () => {
  it('is ENVELOPE.md as text', async () => {
    const { body, headers } = await read('/docs/envelope')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toBe(readFileSync(new URL('../../../ENVELOPE.md', import.meta.url), 'utf8'))
  })
})
