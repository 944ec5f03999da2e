/** How a location is linked, as it was named. */
export interface NamedAccount {
  deliverectId: string
  deliverectLocationId: string
  sendToLocation: boolean
  /** Whether Deliverect said that there is such a location. */
  isChecked: boolean
  name: string
}

/** What Deliverect calls a location: of its account the one with its own id. */
export const accountOf = ({ deliverectId, deliverectLocationId }: Pick<NamedAccount, 'deliverectId' | 'deliverectLocationId'>): string =>
  `${deliverectId}/${deliverectLocationId}`

/** The link of a location as it was named; nothing where there is none. */
export const namedAccountOf = (link: {
  linkId: string
  locationId: number | null
  accountId: string
  meta: Record<string, unknown>
}): NamedAccount & { linkId: string; locationId: number } => {
  const [deliverectId = '', deliverectLocationId = ''] = link.accountId.split('/')
  const { SendToLocation, Checked, Name } = link.meta
  return {
    linkId: link.linkId,
    locationId: link.locationId ?? 0,
    deliverectId,
    deliverectLocationId,
    sendToLocation: SendToLocation === true,
    isChecked: Checked === true,
    name: typeof Name === 'string' ? Name : '',
  }
}
