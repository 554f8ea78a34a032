/** Calls that people send from `/docs`: by keyboard and mouse, below a policy that asks this host alone. */
import type { Page } from 'playwright-core'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'
import { findBarriers } from './find-barriers.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()
let host: Host
let page: Page

beforeAll(async () => {
  host = await createHost({ ...makeProbe(), port: 0, logLevel: 'silent', token: 'secret' })
  page = await browser().newPage()
  await page.goto(`${await host.listen()}/docs`)
})
afterAll(async () => {
  await page.close()
  await host.close()
})

/** Opens the form of an operation. */
async function open(operation: string) {
  await page.locator(`#${operation} > button`).click()
  const form = page.locator(`#${operation} form`)
  await form.waitFor()
  return form
}

it('sends a call with its token, and shows status, headers, content and the same by curl', async () => {
  const form = await open('invoke')
  await form.getByLabel('Body, JSON').fill('{"function_name": "tetra"}')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText(/^401 /).waitFor()
  await form.getByLabel('Token').fill('secret')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText(/^200 .*bytes in \d+ ms$/).waitFor()
  const text = await form.textContent()
  expect(text).toContain(`-H "authorization: Bearer $TOKEN"`)
  expect(text).not.toContain('secret')
  expect(text).toContain('content-type: application/json')
  expect(text).toContain('"type": "mesh"')
})

it('keeps the token for the next call, fills in addresses, and shows a refusal', async () => {
  const form = await open('readSpecimen')
  expect(await form.getByLabel('Token').inputValue()).toBe('secret')
  await form.getByLabel('specimen_id').fill('no/such')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText(/^404 /).waitFor()
  expect(await form.textContent()).toContain('specimen.unknown')
  expect(await form.textContent()).toContain('/api/specimens/no%2Fsuch')
})

it('offers bytes as a file', async () => {
  const form = await open('getData')
  await form.getByLabel('specimen_id').fill('tetra')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('link', { name: /^Save / }).waitFor()
  expect(await form.textContent()).toContain('content-type: application/x-service-envelope-v1')
})

it('has no barrier for those who do not see it', async () => {
  expect(await findBarriers(page)).toEqual([])
})
