/** The lines with which a host with TLS tells a person how to reach it from another device. */
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { describeSecureAddress, type SecureHost } from '../../core/cli/secure-address.ts'
import { drawTerminalCode } from '../../core/cli/terminal-code.ts'

const host: SecureHost = {
  host: '0.0.0.0',
  port: 8443,
  certificate: {
    names: ['localhost', 'lab-pc', '192.168.1.20'],
    until: Date.UTC(2027, 11, 28),
    fingerprint: 'AB:CD',
    isSelfSigned: true,
  },
  reachable: ['192.168.1.20', '10.0.0.3'],
}
const findAddresses = (lines: string): string[] =>
  lines.split('\n').flatMap((line) => /^ {2}(https:\S+)$/.exec(line)?.[1] ?? [])

it('names the addresses, the first as a code, the fingerprint and the cable', () => {
  const lines = describeSecureAddress(host)
  expect(findAddresses(lines)).toEqual(['https://192.168.1.20:8443', 'https://10.0.0.3:8443'])
  expect(lines).toContain(drawTerminalCode('https://192.168.1.20:8443'))
  expect(lines).toContain('until 2027-12-28:\n  AB:CD\nBrowsers warn of it')
  expect(lines).toContain('adb reverse tcp:8443 tcp:8443, then https://localhost:8443')
})

it('names the names of a certificate that an authority has signed', () => {
  const names = ['*.example.org', 'lab.example.org', 'localhost', '127.0.0.1']
  const lines = describeSecureAddress({
    ...host,
    port: 443,
    certificate: { ...host.certificate, names, isSelfSigned: false },
  })
  expect(findAddresses(lines)).toEqual(['https://lab.example.org'])
  expect(lines).not.toContain('Browsers warn')
})

it('names the one address of --host, and none that only this machine reaches', () => {
  expect(findAddresses(describeSecureAddress({ ...host, host: '2001:db8::7' }))).toEqual([
    'https://[2001:db8::7]:8443',
  ])
  const local = describeSecureAddress({ ...host, host: '127.0.0.1' })
  expect(findAddresses(local)).toEqual([])
  expect(local).toContain('--host 0.0.0.0')
  expect(local).toContain('adb reverse')
})

it('draws each module of a code once, two rows in a line', () => {
  const text = 'https://192.168.1.20:8443'
  const [paper, plain] = ['\u001b[30;107m', '\u001b[0m']
  const { size, data } = encode(text, { ecc: 'L', border: 2 })
  const lines = drawTerminalCode(text).split('\n')
  expect(lines).toHaveLength(Math.ceil(size / 2))
  const rows = lines.flatMap((line) => {
    expect([line.slice(0, paper.length), line.slice(-plain.length)]).toEqual([paper, plain])
    const blocks = line.slice(paper.length, -plain.length)
    return [
      [...blocks].map((block) => '█▀'.includes(block)),
      [...blocks].map((block) => '█▄'.includes(block)),
    ]
  })
  expect(rows.slice(0, size)).toEqual(data)
})
