//! Builds the HTML that all pages have in common. Each page is a single file.

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font-family:system-ui,sans-serif;line-height:1.4;margin:1rem auto;max-width:90rem;padding:0 1rem}\
table{border-collapse:collapse}\
th,td{padding:.1rem .6rem .1rem 0;text-align:left;vertical-align:top}\
.scroll{overflow-x:auto}";

/// Returns a page with this title and body. `styles` are added to the styles of all pages.
pub fn document(title: &str, styles: &[&str], body: &str) -> String {
    let (title, styles) = (escaped(title), styles.concat());
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><style>{STYLE}{styles}</style></head>\
         <body><h1>{title}</h1>{body}</body></html>"
    )
}

/// Returns one element with the tag `tag` for each item of `contents`. `tag` may include attributes.
pub fn elements(tag: &str, contents: impl IntoIterator<Item = String>) -> String {
    let name = tag.split(' ').next().unwrap_or(tag);
    let contents = contents.into_iter();
    contents
        .map(|content| format!("<{tag}>{content}</{name}>"))
        .collect()
}

/// Escapes a text so that it can stand in an attribute or between tags.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
