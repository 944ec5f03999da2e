let before: string | undefined

/** Remembers the address of the screen that is being left for another one. */
export const leaveFor = (address: string): void => {
  before = address
}

/** The address of the screen before this one, with all it was set to; undefined where this is the first in the tab. */
export const cameFrom = (): string | undefined => before
