/** Plays two short tones; browsers stay silent before the first click on the page. */
export function playSound(): void {
  try {
    const audio = new AudioContext()
    for (const [at, frequency] of [660, 880].entries()) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      const start = audio.currentTime + at * 0.12
      tone.frequency.value = frequency
      volume.gain.setValueAtTime(0.08, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.2)
    }
    setTimeout(() => void audio.close(), 1000)
  } catch {
    // the list also shows the notification
  }
}
