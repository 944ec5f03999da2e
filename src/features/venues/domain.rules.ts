/** Names that lead nowhere outside, by RFC 6761, 6762, 7686 and habit. */
const NOT_PUBLIC = ['local', 'localhost', 'internal', 'intranet', 'lan', 'home', 'corp', 'test', 'example', 'invalid', 'onion', 'arpa', 'alt']

/** Where anybody may have a name below: whoever registers one of these would register everybody's. The ones shops meet. */
const PUBLIC_SUFFIXES = new Set(
  `com.au net.au org.au edu.au gov.au asn.au id.au nsw.au vic.au qld.au sa.au wa.au tas.au nt.au act.au
  co.nz net.nz org.nz ac.nz govt.nz geek.nz kiwi.nz maori.nz school.nz co.uk org.uk me.uk ac.uk gov.uk ltd.uk plc.uk net.uk sch.uk
  co.jp ne.jp or.jp ac.jp ad.jp ed.jp go.jp gr.jp lg.jp co.za co.kr or.kr co.in com.sg com.hk com.cn com.tw com.my co.id com.ph com.vn co.th
  com.br com.mx com.ar com.tr com.fj com.pg github.io gitlab.io herokuapp.com vercel.app netlify.app pages.dev workers.dev web.app
  firebaseapp.com cloudfront.net azurewebsites.net amazonaws.com blogspot.com myshopify.com wixsite.com square.site wordpress.com`.split(/\s+/),
)

type DomainComplaint = 'empty' | 'scheme' | 'wildcard' | 'port' | 'path' | 'address' | 'name' | 'private' | 'suffix'

/** Why a domain cannot be registered, in a sentence for whoever sent it. */
export const DOMAIN_SENTENCES: Record<DomainComplaint, string> = {
  empty: 'is needed',
  scheme: 'must be a name such as pay.example.com.au, or an address that starts with https://',
  wildcard: 'cannot have a wildcard; register each name separately',
  port: 'cannot have a port',
  path: 'must be only the name, or an address that starts with https://',
  address: 'must be a name, not an IP address',
  name: 'must be a domain name such as pay.example.com.au',
  private: 'is not on the public internet; register the name that customers see',
  suffix: 'is shared by many owners; register a name below it',
}

/** The host in what a person typed, as they typed it: of a full address its host, else the whole. */
export const hostIn = (typed: string): string => /^https?:\/\/([^/?#]*)/i.exec(typed.trim())?.[1] ?? typed.trim()

/**
 * A domain as the network writes it: lower case, other letters than a–z in punycode; or why it is none.
 * @param typed what a person typed: a name, perhaps with blanks around it or a dot at its end, or a full address
 */
export const domainOf = (typed: string): { domain: string } | { complaint: DomainComplaint } => {
  const name = hostIn(typed).replace(/\.$/, '')
  const complaint = complaintAbout(name)
  if (complaint) return { complaint }
  const domain = inNetworkLetters(name)
  if (domain === undefined) return { complaint: 'name' }
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  // Written as one number or in parts, a browser takes it for an address.
  if (/^\d+$/.test(top) || /^0x/.test(top)) return { complaint: 'address' }
  if (NOT_PUBLIC.includes(top)) return { complaint: 'private' }
  const isName = domain.length <= 253 && labels.length > 1 && top.length > 1 && labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (!isName) return { complaint: labels.length === 1 ? 'suffix' : 'name' }
  return PUBLIC_SUFFIXES.has(domain) ? { complaint: 'suffix' } : { domain }
}

const complaintAbout = (name: string): DomainComplaint | undefined => {
  if (name === '') return 'empty'
  if (/:\/\//.test(name)) return 'scheme'
  if (name.includes('*')) return 'wildcard'
  if (/^\[|:.*:/.test(name)) return 'address'
  if (/:\d*$/.test(name)) return 'port'
  if (/[/?#\\]/.test(name)) return 'path'
  if (/[\s@:%]/.test(name) || name.length > 253) return 'name'
  return undefined
}

const inNetworkLetters = (name: string): string | undefined => {
  try {
    return new URL(`https://${name}/`).hostname
  } catch {
    return undefined
  }
}
