import { useSay } from '#ui/language.tsx'
import { reportWords } from './report.messages.ts'

/** The usual dayparts have names in both languages; a venue's own are as the venue wrote them. */
export const useDaypartName = () => {
  const say = useSay(reportWords)
  return (name: string): string => {
    const key = name.toLowerCase()
    return key === 'breakfast' || key === 'lunch' || key === 'afternoon' || key === 'dinner' || key === 'late' ? say(key) : name
  }
}
