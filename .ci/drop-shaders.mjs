/**
 * Leaves out the texts of three's shaders that no material of the viewer is made of. They are an eighth of
 * three, 18 kB by gzip, and no bundler sees that nothing asks for them: three finds each by its name.
 */

/**
 * The materials of three's own that the viewer uses, and what three puts before every shader: no tone
 * mapping, as colours here are those of a scale.
 */
const used = [
  ...['meshbasic_vert', 'meshbasic_frag'], // lines, and the sheet with the creases
  ...['meshnormal_vert', 'meshnormal_frag'], // the creases' pass
  'colorspace_pars_fragment',
]

/**
 * Returns the source of `three.module.js` with the shaders that it uses for the viewer, and with those that `included`
 * names. A material that lacks one fails as soon as it is drawn: `Can not resolve #include`.
 * @throws when the source is not as it was
 */
export function dropShaders(source, included) {
  const { constants, texts } = readShaders(source)
  const kept = new Set()
  const keep = (name) => {
    const constant = constants.get(name)
    const text = texts.get(constant)
    if (text === undefined) throw new Error(`three has no shader ${name}, or has it in another form.`)
    if (kept.has(constant)) return
    kept.add(constant)
    for (const part of listIncludes(text)) keep(part)
  }
  for (const name of [...used, ...included]) keep(name)
  const dropped = new Set([...constants.values()].filter((constant) => !kept.has(constant)))
  return source.replace(/^((?:var|const) ([\w$]+) = )".*";$/gm, (line, start, constant) =>
    dropped.has(constant) ? `${start}undefined;` : line,
  )
}

/** Returns the names of the shaders that a text includes. */
export function listIncludes(text) {
  return Array.from(text.matchAll(/#include <(\w+)>/g), ([, name]) => name)
}

/** Returns the names of the shaders of which a `three.module.js` has the text. */
export function listShaders(source) {
  const { constants, texts } = readShaders(source)
  return new Set([...constants].flatMap(([name, constant]) => (texts.has(constant) ? [name] : [])))
}

/** Returns the constants by the names of shaders, and their texts by the constants. */
function readShaders(source) {
  const table = /^const ShaderChunk = \{\n([^}]+)\};/m.exec(source)?.[1] ?? ''
  return {
    constants: new Map(
      Array.from(table.matchAll(/(\w+): ([\w$]+)/g), ([, name, constant]) => [name, constant]),
    ),
    texts: new Map(
      Array.from(source.matchAll(/^(?:var|const) ([\w$]+) = (".*");$/gm), ([, constant, text]) => [
        constant,
        text,
      ]),
    ),
  }
}
