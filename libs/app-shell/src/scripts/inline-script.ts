import { transform } from '@swc/core';

/**
 * A loader as the script that pages carry: minified, without a line break, called with what imports a module. Made at
 * build. The loader may use nothing from outside itself.
 */
export const inlineScript = (loader: (load: (url: string) => Promise<unknown>) => void): Promise<string> =>
  minified(`(${loader.toString()})((url) => import(url));`);

/** A function as a script that calls it with what JSON can say. The function may use nothing from outside itself. */
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
  return code.trim();
}
