// Objects of JSON lines as columns of strings, in Arrow's layout. It reads what nearly all files of translations are,
// flat objects whose wanted fields are strings, and leaves everything else to a full parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace karat {

// A column as Arrow has it: row i is the bytes from offsets[i] to offsets[i + 1], unless its bit in `valid` is 0.
struct StringColumn {
    std::vector<std::int32_t> offsets{0};
    std::vector<char> data;
    std::vector<std::uint8_t> valid;
    std::size_t nulls = 0;
};

// The fields of objects. All names are known beforehand; those that are not wanted are passed over.
class JsonRows {
public:
    JsonRows(std::vector<std::string> names, std::vector<bool> wanted);

    // False as soon as something turns up that is left to a full parser: an error, a field that is not known or comes
    // twice, a wanted one that is neither a string nor null, or an object or list as a value. Also if there is a
    // field that no object has.
    bool read(std::string_view lines);

    std::size_t rows() const { return rows_; }
    StringColumn& column(std::size_t name) { return columns_[name]; }

private:
    bool object(const char*& p, const char* end);
    bool field(const char*& p, const char* end);
    bool name(const char*& p, const char* end, std::size_t& found);
    bool text(const char*& p, const char* end, StringColumn* column);
    bool escaped(const char*& p, const char* end, StringColumn* column);
    void finish_row();

    std::vector<std::string> names_;
    std::vector<bool> wanted_;
    std::vector<StringColumn> columns_;
    std::vector<std::uint8_t> seen_;   // in the object at hand: not, null, or text
    std::vector<std::uint8_t> found_;  // in any object
    std::size_t next_ = 0;             // the name that is expected: objects of a file are alike
    std::size_t rows_ = 0;
};

}  // namespace karat
