/** Where long words may be parted: browsers part them by themselves only if they have a dictionary. */

const LONG = 9;
const SOFT = "\u00ad";
const SYLLABLE = /(?<=\p{L}{3}[aeiouyàâéèêëîïôùû])(?=(?:[cpst]h|st|qu|[bcdfgpt][lr]|[^aeiouy\W])[aeiouyéè]\p{L}{2})/giu;
const DOUBLED = /(?<=\p{L}{3}([bcdfglmnprst]))(?=\1[aeiouyéè]\p{L})/giu;

/** With soft hyphens between syllables that begin with a consonant. */
export function softHyphens(text: string): string {
  return text.replace(/\p{L}+/gu, (word) =>
    word.length < LONG ? word : word.replace(SYLLABLE, SOFT).replace(DOUBLED, SOFT),
  );
}
