import { expect, it } from 'vitest'
import { cutSentence } from '../../../core/contract/text/cut-sentence.ts'

it.each([
  [
    'Every earthquake that the U.S. Geological Survey recorded. And more.',
    'Every earthquake that the U.S. Geological Survey recorded.',
  ],
  ['Scanned by G. Turk and others. Then joined.', 'Scanned by G. Turk and others.'],
  ['A cube, e.g. of ice. It melts.', 'A cube, e.g. of ice.'],
  ['See Fig. 3 of Lorensen et al. 1987 for it. Next.', 'See Fig. 3 of Lorensen et al. 1987 for it.'],
  ['Ca. 20 slices, approx. 7 mm apart! Old.', 'Ca. 20 slices, approx. 7 mm apart!'],
  ['It is 0.86 mm wide. Two.', 'It is 0.86 mm wide.'],
  ['It lies in the U.S.', 'It lies in the U.S.'],
  ['Is it? Yes.', 'Is it?'],
  ['一つ。 二つ。', '一つ。'],
  ['A heading without a stop\n\nA text. More.', 'A heading without a stop'],
  ['', ''],
])('the first sentence of “%s”', (text, wanted) => {
  expect(cutSentence(text)).toBe(wanted)
})
