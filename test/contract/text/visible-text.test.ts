/** Texts of others: in the log, at a terminal, and as people are shown them. */
import { createHost } from 'specimen-host'
import { expect, it } from 'vitest'
import { toShownText, toVisibleFileName, toVisibleText } from '../../../core/contract/text/visible-text.ts'

const hidden = [
  '\u0007',
  '\u001b[2J',
  '\r',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u009b31m',
  '\u009f',
  '\u00ad',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2068',
  '\u2069',
  '\u206a',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\uffa0',
  '\ufffb',
  '\ud800',
  '\u{e0041}',
]

it.each(hidden)('makes %j visible, in a text and alone', (text) => {
  for (const [before, after] of [
    ['a', 'b'],
    ['', ''],
  ]) {
    const shown = toVisibleText(`${before}${text}${after}`)
    expect(shown).toMatch(/^a?\\u[0-9a-f]{4}/)
    expect(JSON.parse(`"${shown}"`)).toBe(`${before}${text}${after}`)
    expect(toShownText(`${before}${text}${after}`)).toBe(shown)
  }
  expect(toVisibleFileName(`a${text}.stl`)).toMatch(/^a_.*\.stl$/)
})

it('leaves other text as it is', () => {
  for (const text of ['', 'one\n\ttwo', 'Raum 3 — „ß“ é 東京 🙂 \u00a0'])
    expect([toVisibleText(text), toShownText(text), toVisibleFileName(text)]).toEqual([text, text, text])
})

it('leaves joiners and selectors where they shape what is drawn, and shows them where they hide', () => {
  for (const text of ['👩\u200d🔬', '🏳\ufe0f\u200d🌈', '❤\ufe0f', 'می\u200cخواهم', 'क्\u200dष'])
    expect(toVisibleText(text)).toBe(text)
  expect(toVisibleText('ad\u200dmin')).toBe('ad\\u200dmin')
  expect(toVisibleText('\u200d')).toBe('\\u200d')
  expect(toVisibleText('a\ufe0f\ufe0f')).toBe('a\ufe0f\\ufe0f')
})

it('keeps what is written from the right by itself, in each line', () => {
  expect(toShownText('שלום')).toBe('\u2068שלום\u2069')
  expect(toShownText('one\nשלום')).toBe('one\n\u2068שלום\u2069')
  expect(toShownText('\u202eשלום')).toBe('\u2068\\u202eשלום\u2069')
  expect(toShownText(toShownText('שלום'))).toContain(toShownText('שלום'))
  // What others close themselves turns nothing outside; what they leave open is shown.
  expect(toVisibleText('\u2068a\u2069')).toBe('\u2068a\u2069')
  expect(toVisibleText('\u2068a')).toBe('\\u2068a')
  expect(toVisibleText('a\u2069\u2068')).toBe('a\\u2069\\u2068')
  expect(toVisibleText('\u2068\n\u2069')).toBe('\\u2068\n\\u2069')
})

it('shows a blank name, and cuts a long one', () => {
  expect(toShownText(' ')).toBe('\\u0020')
  expect(toShownText('\u00a0\u3000')).toBe('\\u00a0\\u3000')
  expect(toShownText('x'.repeat(300), 100)).toBe(`${'x'.repeat(99)}…`)
  expect(toShownText('x'.repeat(1e6)).length).toBe(20_000)
})

it('is what lines of the log have been through, whole lines of JSON still', async () => {
  const lines: string[] = []
  const host = await createHost({
    plugins: '',
    specimens: '',
    logDestination: { write: (line) => void lines.push(line) },
  })
  const evil = hidden.join('')
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
  expect(written).toContain('\\u200b')
  expect(written).toContain('x\\u202ex')
  expect(toVisibleText(written)).toBe(written)
  expect(lines.map((line) => JSON.parse(line).room)).toContain('x\u202ex')
})

it('is what a log for people has been through', async () => {
  const lines: string[] = []
  const host = await createHost({
    plugins: '',
    specimens: '',
    logFormat: 'pretty',
    logDestination: { write: (line) => void lines.push(line) },
  })
  const evil = hidden.join('')
  host.registerFunction('evil', () => Promise.reject(new Error(`${evil} \\u00e9 C:\\new`)), {
    returns: 'mesh',
  })
  await host.inject({ method: 'POST', url: '/api/processing/invoke', payload: { function_name: 'evil' } })
  await host.close()
  const written = lines.join('')
  expect(written).toContain('C:\\new')
  for (const text of hidden)
    expect(written).toContain(`\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`)
  expect(toVisibleText(written)).toBe(written)
})
