import { BlockList, isIP } from 'node:net'

/**
 * Whether what a machine says about the request it passes on is believed.
 * @param address of the machine
 * @param hop how many machines stand between it and this server: 0 for the one that holds the connection
 */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean

const MOST_HOPS = 10

/**
 * Reads TRUST_PROXY: how many proxies stand in front of the server, or their addresses and networks, separated by commas.
 * @returns a sentence about what is wrong with it, to stand after the variable's name
 */
export const readTrustedProxies = (text: string): TrustsProxy | undefined | string => {
  if (/^(true|false)$/i.test(text)) return 'must say which proxies are trusted: either how many there are, such as 1, or their addresses, such as 10.0.0.0/8'
  if (/^\d+$/.test(text)) return byCount(Number(text))
  return byAddress(text.split(',').map((each) => each.trim()))
}

/** The nearest machines are trusted whatever their addresses: nobody may reach the server except through them. */
const byCount = (hops: number): TrustsProxy | undefined | string => {
  if (hops > MOST_HOPS) return `must be at most ${MOST_HOPS} proxies, or a list of addresses`
  return hops === 0 ? undefined : (_address, hop) => hop < hops
}

const byAddress = (entries: readonly string[]): TrustsProxy | string => {
  const trusted = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/')
    const family = isIP(address)
    const bits = family === 4 ? 32 : 128
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
    if (family === 0 || !isPrefix || rest.length > 0) {
      return `must be a number of proxies, or addresses and networks such as 10.0.0.5,192.168.0.0/16: "${entry}" is neither`
    }
    trusted.addSubnet(address, prefix === undefined ? bits : Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
  }
  return (address = '') => isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
