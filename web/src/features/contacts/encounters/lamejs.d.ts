// The types that come with the package are not found by its export map.
declare module '@breezystack/lamejs' {
  export class Mp3Encoder {
    constructor(channels: number, sampleRate: number, kilobits: number)
    encodeBuffer(samples: Int16Array): ArrayLike<number>
    flush(): ArrayLike<number>
  }
}
