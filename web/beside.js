// Data in a script beside the page: that is the one kind of file that a page may load from a folder which nobody serves.

const LACKING = {
  en: (file) => `The file ${file}, which belongs beside this page, cannot be loaded: it is missing, or the network or the server fails.`,
  zh: (file) => `无法载入应在本页旁边的文件 ${file}：文件不存在，或网络、服务器出错。`,
};

/** Runs a script beside the page, which gives its data a global name. Returns these data, and takes the name away. */
export async function beside(file, name) {
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: file, onload: resolve });
    script.onerror = () => {
      script.remove();
      const words = Object.fromEntries(Object.entries(LACKING).map(([language, text]) => [language, text(file)]));
      reject(Object.assign(new Error(words.en), { words }));
    };
    document.head.append(script);
  });
  const data = globalThis[name];
  delete globalThis[name];
  return data;
}
