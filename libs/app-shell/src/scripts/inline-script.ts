import { transform } from '@swc/core';

/**
 * A loader as the script that pages carry: minified, without a line break, called with what imports a module. Made at
 * build. The loader may use nothing from outside itself.
 */
export async function inlineScript(
  loader: (load: (url: string) => Promise<unknown>) => void,
): Promise<string> {
  const { code } = await transform(`(${loader.toString()})((url) => import(url));`, {
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
