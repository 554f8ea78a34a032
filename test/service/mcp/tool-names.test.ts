import { describe, expect, it } from 'vitest'
import { nameTools } from '../../../core/service/mcp/tools/tool-names.ts'

describe('the names of tools', () => {
  it('have letters that every client takes, whatever the function is called', () => {
    const named = nameTools(['gyroid', 'lab7:gyroid', 'v1.2-beta_x'], [])
    expect([...named]).toEqual([
      ['gyroid', 'gyroid'],
      ['lab7__gyroid', 'lab7:gyroid'],
      ['v1_2-beta_x', 'v1.2-beta_x'],
    ])
  })

  it('are apart where letters would make two alike, or one like a tool of the host', () => {
    const named = nameTools(['a.b', 'a_b', 'look', 'w__a', 'w:a'], ['look'])
    expect(new Set(named.keys()).size).toBe(5)
    expect([...named.values()]).toEqual(['a.b', 'a_b', 'look', 'w__a', 'w:a'])
    expect(named.has('look')).toBe(false)
    for (const name of named.keys()) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  it('are cut where they are too long, apart and the same each time', () => {
    const long = ['a', 'b'].map((end) => 'x'.repeat(127) + end)
    const named = nameTools(long, [])
    expect(new Set([...named.keys()].map((name) => name.length))).toEqual(new Set([64]))
    expect(named.size).toBe(2)
    expect([...nameTools(long, [])]).toEqual([...named])
  })
})
