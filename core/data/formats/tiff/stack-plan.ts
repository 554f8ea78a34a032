import { longStep } from '../step-budget.ts'
import { planImageJ } from './imagej.ts'
import { planOme } from './ome.ts'
import { planShaped } from './shaped.ts'
import type { PlanSource, StackPlan } from './stack.ts'
import { readDescriptions } from './tiff-pages.ts'

/**
 * Returns the plan of a file: by a description of ImageJ, by an OME document or by the shape that tifffile
 * writes, where these fit to the pages; else all pages are the slices of one volume.
 */
export function planStack(source: PlanSource): StackPlan {
  const { first, equal, depth } = source
  if (depth > 1) {
    source.step('The slices of its first page', longStep * depth)
    const planes = Array.from({ length: depth }, (_, place) => ({ page: first, place }))
    return { volumes: [planes], planesOfPage: depth, grid: {}, notes: [] }
  }
  for (const text of readDescriptions(first)) {
    const plan = planImageJ(text, source) ?? planOme(text, source) ?? planShaped(text, source)
    if (plan) return plan
  }
  const planes = equal.map((page) => ({ page, place: 0 }))
  return { volumes: [planes], planesOfPage: 1, grid: {}, notes: [] }
}
