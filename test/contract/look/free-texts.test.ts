/** Texts over a picture: the nearest first, none over another, none outside. */
import { expect, it } from 'vitest'
import { mostTexts, setTexts } from '../../../core/contract/look/free-texts.ts'

const frame = { width: 200, height: 100, gap: 4, isSeen: () => true }
const text = (x: number, y: number, depth: number) => ({ x, y, depth, width: 40, height: 10 })

it('sets a text above its place, and moves it into the picture', () => {
  expect(setTexts([text(100, 50, 1)], frame)).toEqual([{ index: 0, left: 80, top: 36 }])
  expect(setTexts([text(195, 3, 1)], frame)).toEqual([{ index: 0, left: 160, top: 7 }])
  expect(setTexts([text(201, 50, 1), text(Number.NaN, 50, 1)], frame)).toEqual([])
})

it('sets the nearest of those that overlap, and asks only for them whether they are seen', () => {
  const asked: number[] = []
  const isSeen = (index: number): boolean => asked.push(index) > 1
  const texts = [text(100, 50, 9), text(110, 55, 3), text(105, 52, 5), text(20, 50, 7)]
  expect(setTexts(texts, frame).map(({ index }) => index)).toEqual([1, 3])
  expect(setTexts(texts, { ...frame, isSeen }).map(({ index }) => index)).toEqual([2, 3])
  expect(asked).toEqual([1, 2, 3])
})

it('sets no more than are read', () => {
  const texts = Array.from({ length: 4096 }, (_, i) => text(50 * (i % 64), 20 * Math.floor(i / 64), i))
  expect(setTexts(texts, { ...frame, width: 1e4, height: 1e4 })).toHaveLength(mostTexts)
})
