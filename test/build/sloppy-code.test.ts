/** What is looked for in the text of a package before it is parsed, which may be any text. */
import { describe, expect, it } from 'vitest'
import { listSloppyEdits } from '../../build/read/sloppy-code.ts'

const sloppy = 'function one() { two = 1; return two }\nmodule.exports = { one }\n'

describe('a module of CommonJS', () => {
  it.each([
    ['nothing', ''],
    ['a line for a shell', '#!/usr/bin/env node\n'],
    ['comments', '// one\n/* two */ /* three\n */\n'],
    ['a text elsewhere', 'const mode = "use strict"\n'],
    ['a comment without an end', `${sloppy}/*`],
  ])('is sloppy behind %s', (_, head) => {
    expect(listSloppyEdits('a.cjs', head + sloppy)).toHaveLength(1)
  })

  it.each([
    ['at its start', '"use strict"\n'],
    ['behind a line for a shell', "#!/usr/bin/env node\n'use strict'\n"],
    ['behind comments', '// one\n/* two */ /* three\n */\n"use strict"\n'],
    ['behind a comment that is a row of signs', `${'/'.repeat(60)}\n"use strict"\n`],
  ])('is strict where it says so %s', (_, head) => {
    expect(listSloppyEdits('a.cjs', head + sloppy)).toEqual([])
  })

  // Each took from seconds to years in a search that can take a character in two ways.
  it.each([
    ['signs of comments', '/'],
    ['comments', '/* a */\n'],
    ['comments with blanks behind', '//    \n'],
    ['empty lines', '\n'],
    ['blanks', ' '],
    ['functions without a body', 'function '],
    ['names', 'a\n'],
    ['one name', 'a'],
  ])('is looked through once, whatever its text: %s', (_, part) => {
    const head = part.repeat(Math.floor(80_000 / part.length))
    expect(listSloppyEdits('a.cjs', `${head}\n${sloppy}`).length).toBeLessThan(3)
    expect(listSloppyEdits('a.cjs', `${sloppy}\n${head}`).length).toBeLessThan(3)
  })
})
