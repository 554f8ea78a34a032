/** What from outside reaches a terminal: in lines of the log, and by itself. */
import { createHost } from 'specimen-host'
import { expect, it } from 'vitest'
import { toVisibleText } from '../../core/domain/visible-text.ts'

const steering = [
  '\u0007',
  '\u001b[2J',
  '\r',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u009b31m',
  '\u009f',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
]

it.each(steering)('makes %j visible', (text) => {
  const shown = toVisibleText(`a${text}b`)
  expect(shown).toMatch(/^a\\u[0-9a-f]{4}/)
  expect(JSON.parse(`"${shown}"`)).toBe(`a${text}b`)
})

it('leaves other text as it is', () => {
  for (const text of ['', 'one\n\ttwo', 'Raum 3 — „ß“ é 東京 🙂 \u00a0 \u200b'])
    expect(toVisibleText(text)).toBe(text)
})

it('is what lines of the log have been through, whole lines of JSON still', async () => {
  const lines: string[] = []
  const host = await createHost({
    plugins: '',
    specimens: '',
    logDestination: { write: (line) => void lines.push(line) },
  })
  const evil = steering.join('')
  host.registerFunction(
    'evil',
    () => {
      throw new Error(evil)
    },
    { returns: 'mesh' },
  )
  const payload = { function_name: 'evil', room_id: 'x\u202ex' }
  await host.inject({ method: 'POST', url: '/api/processing/invoke', payload })
  await host.close()
  const written = lines.join('')
  expect(written).toContain('\\u009b31m')
  expect(written).toContain('x\\u202ex')
  expect(toVisibleText(written)).toBe(written)
  expect(lines.map((line) => JSON.parse(line).room)).toContain('x\u202ex')
})
