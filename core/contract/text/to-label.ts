/**
 * Returns a name as words: `wallThickness` as "Wall thickness". A single letter, and a text that is no
 * identifier, stay unchanged.
 */
export function toLabel(name: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]+$/u.test(name)) return name
  const words = name
    .replace(/[_$-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})|(\p{Ll}{3})(\p{N})/gu, '$1$3 $2$4')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim()
    .split(' ')
    .map((word) => (/^\p{N}*\p{Lu}+\p{N}*$/u.test(word) && word.length > 1 ? word : word.toLowerCase()))
    .map((word) => word.replace(/^color(?=s?$)/, 'colour')) // code says `color`, and the page "colour"
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
