/** Public names of ordering channels by Deliverect's numbers, from its list of integrated channels. */
const PUBLIC_NAMES: Readonly<Record<number, string>> = {
  1: 'Deliverect',
  2: 'Deliveroo',
  7: 'Uber Eats',
  9: 'Just Eat',
  12: 'DoorDash',
  16: 'Wolt',
  25: 'Rappi',
  26: 'Menulog',
  39: 'iFood',
  40: 'HungerStation',
  42: 'Grubhub',
  53: 'Meituan',
  54: 'PedidosYa',
  101: 'Yelp',
  102: 'Thuisbezorgd',
  105: 'Just Eat Last Mile',
  10240: 'TikTok',
  10265: 'OpenTable',
  10287: 'Foodhub',
}

/**
 * What people call a channel.
 * @param told what its location at Deliverect calls it; empty where nobody told
 * @returns its number, as "Channel 61", where no name is known
 */
export const channelName = (channel: number, told: string): string => told.trim() || PUBLIC_NAMES[channel] || `Channel ${channel}`

/** The number of a channel whose name is nothing but that, so that a screen says it in its own language. */
export const numberedChannel = (name: string): number | undefined => {
  const [, number] = /^Channel (\d+)$/.exec(name) ?? []
  return number === undefined ? undefined : Number(number)
}
