/** Letters for pictures that are drawn without a browser, as characters of 5 × 7 dots. */

/** Dots of a letter across and down. */
export const glyphSize = { width: 5, height: 7 } as const

/**
 * The printable letters of ASCII from the blank to `~`: ten hexadecimal digits each, two for a column from
 * the left, whose lowest bit is the dot on top.
 */
const ascii =
  '000000000000005F00000007000700147F147F14242A7F2A12231308646236495522500005030000001C2241000041221C00' +
  '082A1C2A0808083E080800503000000808080808006060000020100804023E5149453E00427F400042615149462141454B31' +
  '1814127F1027454545393C4A49493001710905033649494936064949291E0036360000005636000008142241001414141414' +
  '00412214080201510906324979413E7E1111117E7F494949363E414141227F4141221C7F494949417F090909013E4149497A' +
  '7F0808087F00417F41002040413F017F081422417F404040407F020C027F7F0408107F3E4141413E7F090909063E4151215E' +
  '7F09192946464949493101017F01013F4040403F1F2040201F3F4038403F631408146307087008076151494543007F414100' +
  '02040810200041417F0004020102044040404040000102040020545454787F484444383844444420384444487F3854545418' +
  '087E0901020C5252523E7F0804047800447D40002040443D007F1028440000417F40007C041804787C080404783844444438' +
  '7C14141408081414187C7C080404084854545420043F4440203C4020207C1C2040201C3C4030403C44281028440C5050503C' +
  '4464544C44000836410000007F000000413608000804081008'

/** Further letters of units. */
const others: { readonly [letter: string]: string } = {
  µ: '7C2020103C',
  Å: '7015151570',
  '°': '0002050200',
  '²': '0019151200',
}

/** Returns the columns of a letter; undefined for one that has no dots here. */
export function findGlyph(letter: string): readonly number[] | undefined {
  const at = letter.length === 1 ? letter.charCodeAt(0) - 0x20 : -1
  const digits = others[letter] ?? ascii.slice(10 * at, 10 * at + 10)
  if (at < 0 || digits.length < 10) return undefined
  return Array.from({ length: glyphSize.width }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  )
}

/** Signs of units and numbers that are written by others. */
const likenesses: { readonly [letter: string]: string } = { μ: 'µ', '×': 'x', '−': '-', '–': '-', '·': '.' }

/** Returns a text in letters that have dots: others by those that they are made of, as a₀ by a0. */
export function toDrawable(text: string): string {
  return [...text]
    .flatMap((letter) => {
      const like = likenesses[letter] ?? letter
      return findGlyph(like)
        ? like
        : [...like.normalize('NFKD')].map((part) => (findGlyph(part) ? part : '?'))
    })
    .join('')
}
