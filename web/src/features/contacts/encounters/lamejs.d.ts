// The package's export map hides its own types.
declare module '@breezystack/lamejs' {
  export class Mp3Encoder {
    constructor(channels: number, sampleRate: number, kilobits: number)
    encodeBuffer(samples: Int16Array): ArrayLike<number>
    flush(): ArrayLike<number>
  }
}
