import { numberedChannel } from '#integrations/online-orders/channel-names.rules.ts'
import { useSay } from '#ui/language.tsx'
import { deliverectWords } from './deliverect-screen.messages.ts'

/** Says what a channel is called, in the reader's language where it has a number alone. */
export const useChannelName = (): ((name: string) => string) => {
  const say = useSay(deliverectWords)
  return (name) => {
    const n = numberedChannel(name)
    return n === undefined ? name : say('channelNumbered', { n })
  }
}
