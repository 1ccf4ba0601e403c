import { transform } from '@swc/core';

/**
 * Turns a loader into the inline script of pages: minified, without line breaks, called with the function
 * that imports a module. Runs at build time. The loader must be self-contained.
 */
export const inlineScript = (loader: (load: (url: string) => Promise<unknown>) => void): Promise<string> =>
  minified(`(${loader.toString()})((url) => import(url));`);

/** Turns a function into a script that calls it with JSON arguments. The function must be self-contained. */
export const inlineCall = <T>(run: (input: T) => unknown, input: T): Promise<string> =>
  minified(`(${run.toString()})(${JSON.stringify(input)});`);

async function minified(source: string): Promise<string> {
  const { code } = await transform(source, {
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2022',
      minify: { compress: { passes: 2 }, mangle: true },
    },
    isModule: false,
    minify: true,
    swcrc: false,
  });
  return code;
}
