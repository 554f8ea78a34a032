/** Starts the packed host in a folder as an operator would, asks it for every specimen, and stops it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const [folder] = process.argv.slice(2)
const cli = `${folder}/node_modules/specimen-host/dist/cli.js`
const args = [cli, 'serve', '--port', '0', '--plugins', 'plugins', '--specimens', 'specimens']
const host = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
const deadline = setTimeout(() => host.kill('SIGKILL'), 300_000)

let url
for await (const line of createInterface({ input: host.stdout })) {
  url = /^listening on (\S+)$/.exec(line)?.[1]
  if (url) break
}
host.stdout.resume()
if (!url) throw new Error('the host did not start')
const list = await (await fetch(`${url}/api/specimens/`)).json()
const reload = await (await fetch(`${url}/api/specimens/reload`)).json()
for (const { id, type, tags } of list) {
  if (tags.includes('slow')) continue
  const response = await fetch(`${url}/api/specimens/${id}/data`)
  const { byteLength } = await response.arrayBuffer()
  console.log(`${response.status} ${id} ${type} ${byteLength} bytes`)
  if (response.status !== 200 || byteLength === 0) process.exitCode = 1
}
if (list.length === 0 || reload.errors.length > 0) {
  console.log(`${list.length} specimens`, reload.errors)
  process.exitCode = 1
}
// The viewer, and a decoder: both are bundled with packages that are not installed here.
const page = await (await fetch(url)).text()
const files = [...page.matchAll(/"(viewer\/[^"]+)"/g)].map(([, file]) => file)
const scan = list.find(({ is_dynamic, type }) => !is_dynamic && type === 'volume')
const checks = [
  ...files.map((file) => [`${url}/${file}`, {}]),
  [`${url}/api/specimens/${scan?.id}/data`, { accept: 'application/x-service-envelope-v1' }],
]
for (const [address, headers] of checks) {
  const { status, headers: found } = await fetch(address, { headers })
  console.log(`${status} ${address.slice(url.length)} ${found.get('content-type')}`)
  if (status !== 200) process.exitCode = 1
}
if (files.length < 3) process.exitCode = 1
host.kill('SIGTERM')
const [code] = await once(host, 'exit')
clearTimeout(deadline)
if (code !== 0) process.exitCode = 1
